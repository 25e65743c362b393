// The colours of pieces: those that the board of the same puzzle has.

import { constants } from "../constants.js";
import { ordered } from "./print.js";

/** The colour of each kind of a draft, by key; `names` are the names of its kinds. */
export function colours(draft, names) {
  const { length } = constants.colours;
  return new Map(
    ordered(names).map(([kind], number) => [kind, draft.colours[kind] ?? constants.colours[number % length]]),
  );
}
