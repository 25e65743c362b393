// The game that a fragment names, and the fragment that names the current game.

import { ask } from "./api.js";
import { PageError } from "./errors.js";
import { address, go, parse } from "./router.js";
import { cover } from "./rule.js";
import { open, state } from "./state.js";
import { kept } from "./store.js";

const read = new Map();
const FIRST = "#/play/klotski";
let asked = 0; // the number of requests; an answer to an older one is dropped

/** Read a puzzle text, position, or name; answers are cached. */
export async function game(text, goal = null) {
  const question = JSON.stringify([text, goal]);
  if (!read.has(question))
    read.set(
      question,
      await ask("read", goal ? { text, goal } : { text }).catch((error) => {
        throw Object.assign(error, { text });
      }),
    );
  return read.get(question);
}

/**
 * Open the game that `params` of the router name; without a name or a text, the last one played. A size such as `4x4`
 * opens a random position of tiles.
 */
export async function wanted(params) {
  const mine = ++asked;
  let { name, query } = params;
  if (!name && !query.get("text")) {
    ({ name, query } = parse((state.game && state.fragment) || kept("last") || FIRST));
    go(address(params.view, name, Object.fromEntries(query)), { replace: true });
  }
  if (/^\d+x\d+$/.test(name)) {
    const { text, goal } = await ask("random", { size: name });
    if (mine !== asked) throw new PageError({ message: "another puzzle was opened" });
    query = new URLSearchParams({ text, goal: goal ?? "" });
    name = "";
    go(address(params.view, "", { text, goal }), { replace: true });
  }
  const found = await game(name || query.get("text"), query.get("goal"));
  if (mine !== asked) throw new PageError({ message: "another puzzle was opened" });
  const at = query.get("at") ? places(found, query.get("at")) : null;
  const fragment = address("play", name, Object.fromEntries(query));
  open(found, { fragment, at, style: query.get("style") });
  return found;
}

/** The arrangement that the `at` of a link names. */
export function places(game, text) {
  const at = text.split(/[ ,.]+/).map(Number);
  const size = game.layers * game.rows * game.cols;
  const inside =
    at.length === game.pieces.length && at.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < size);
  const cells = inside ? at.map((cell, piece) => cover(game, game.pieces[piece].kind, cell)) : [null];
  if (cells.includes(null) || new Set(cells.flat()).size < cells.flat().length) {
    throw new PageError({
      message: `\`at=${text}\` is not an arrangement of the ${game.pieces.length} pieces`,
      help: "open the puzzle without `at`",
    });
  }
  return at;
}

/** The game as requests to the server contain it. */
export function question(at = state.at) {
  const { text, goal } = state.game;
  return { text, ...(goal ? { goal } : {}), at };
}

/** A fragment that contains the whole game and its arrangement. */
export function link(view = "play") {
  const { game, at, style } = state;
  const where = at.some((cell, piece) => cell !== game.pieces[piece].at) ? at.join(".") : null;
  const { name, query } = parse(state.fragment);
  const text = name ? null : (query.get("text") ?? game.text);
  return address(view, name, { text, goal: query.get("goal"), at: where, style });
}
