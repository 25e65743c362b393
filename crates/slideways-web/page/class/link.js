// A class list in a link: `#/class?title=Monday&p=klotski&p=?text=…`.
//
// Each `p` is the end of a link to Play: the name of a puzzle of the library, or a query with its text. The server stores
// nothing: the link is the list.

import { game, places } from "../games.js";
import { address, parse } from "../router.js";

/** The list in the query of a fragment: `{ title, puzzles }`. */
export function listOf(query) {
  return { title: query.get("title") ?? "", puzzles: query.getAll("p").filter(Boolean) };
}

/** The fragment of a list; `more` are further entries of its query. */
export function fragmentOf({ title, puzzles }, more = {}) {
  const entries = [...Object.entries(more), ...(title ? [["title", title]] : []), ...puzzles.map((p) => ["p", p])];
  const query = new URLSearchParams(entries).toString();
  return `#/class${query && `?${query}`}`;
}

/** The end of a link to Play, from a whole link to Play, Make or Space, or a name; `null` if it names no puzzle. */
export function puzzleIn(text) {
  const [, hash] = text.trim().match(/#\/?(.*)$/s) ?? [];
  const { view, name, query } = parse(hash ?? `play/${text.trim()}`);
  if (!["play", "make", "space"].includes(view) || !(name || query.get("text"))) return null;
  const { text: own, goal, at, style } = Object.fromEntries(query);
  return address("play", name, { text: own, goal, at, style }).slice("#/play".length).replace(/^\//, "");
}

/** Read a puzzle of a list: `{ game, at, style, fragment }`. */
export async function puzzleOf(p) {
  const fragment = `#/play${p.startsWith("?") ? "" : "/"}${p}`;
  const { name, query } = parse(fragment);
  const found = await game(name || query.get("text"), query.get("goal"));
  const at = query.get("at") ? places(found, query.get("at")) : null;
  const style = found.styles.includes(query.get("style")) ? query.get("style") : found.style;
  return { game: found, at, style, fragment };
}
