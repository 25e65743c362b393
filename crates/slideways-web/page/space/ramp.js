// From near to far: amber to deep blue, darker all the way, so that those who see few colours see it too.

import { constants } from "../constants.js";

/** So many shades are drawn, each in one go. */
export const SHADES = constants.shades.length;

/** The colour of a part of the way from near, 0, to far, 1. */
export function ramp(part) {
  return constants.shades[Math.round(Math.max(0, Math.min(1, part)) * (SHADES - 1))];
}
