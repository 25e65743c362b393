// The colours of brushes: such as people of any colour vision can tell apart, with dark letters on them.

import { constants } from "../constants.js";

const COLOURS = [...constants.colours, "#c9a6dd", "#e5b57a"]; // those of pieces, and two more

/** The colour of a brush. */
export function colour(number) {
  return COLOURS[(number - 1) % COLOURS.length];
}
