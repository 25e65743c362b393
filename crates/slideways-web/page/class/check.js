// Which puzzles of a class list cannot be solved.

import { ask, page } from "../api.js";
import { puzzleOf } from "./link.js";

const known = new Map();
let last = Promise.resolve();

/** A promise of the proof that a puzzle has no solution, or of `null` if a short search finds no such proof. */
export function flawOf(p) {
  // One search at a time: the searches of a class need the server more.
  if (!known.has(p)) {
    last = last.then(() => look(p).catch(() => null));
    known.set(p, last);
  }
  return known.get(p);
}

async function look(p) {
  const { game, at, style } = await puzzleOf(p);
  if (game.name && !at) return null; // the puzzles of the library have solutions
  const { text, goal } = game;
  const question = { text, ...(goal ? { goal } : {}), at: at ?? game.pieces.map((piece) => piece.at) };
  const stop = new AbortController();
  // The server sends a part only if it has found no such proof; the rest of its answer is for Make.
  const on = { part: () => stop.abort() };
  const answer = await ask("verdict", { game: question, style, page: `${page}-check` }, { on, signal: stop.signal });
  return answer.outcome === "unsolvable" ? answer.proof : null;
}
