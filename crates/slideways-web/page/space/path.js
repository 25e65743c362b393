// The arrangements of the game so far, after each gesture and each jump.

import { play } from "../rule.js";
import { state } from "../state.js";

/** `[{ at, jump }]`, from the start to the current arrangement. */
export function path() {
  let at = state.start;
  const out = [{ at, jump: false }];
  for (const { to, moves } of state.entries.slice(0, state.cursor)) {
    at = to ?? play(state.game, at, moves) ?? at;
    out.push({ at, jump: Boolean(to) });
  }
  return out;
}
