// The colours of brushes, distinct for all kinds of colour vision, and light enough for dark letters.

import { constants } from "../constants.js";

const COLOURS = [...constants.colours, "#c9a6dd", "#e5b57a"]; // the colours of pieces, and two more

export function colour(number) {
  return COLOURS[(number - 1) % COLOURS.length];
}
