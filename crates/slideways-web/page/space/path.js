// How one came to where one is, as a list of arrangements: after each gesture, and after each jump.

import { play } from "../rule.js";
import { state } from "../state.js";

/** `[{ at, jump }]`, from the start to now. */
export function path() {
  let at = state.start;
  const out = [{ at, jump: false }];
  for (const { to, moves } of state.entries.slice(0, state.cursor)) {
    at = to ?? play(state.game, at, moves) ?? at;
    out.push({ at, jump: Boolean(to) });
  }
  return out;
}
