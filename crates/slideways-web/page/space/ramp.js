// The colour ramp from near (amber) to far (deep blue). It darkens evenly, so it reads without colour vision too.

import { constants } from "../constants.js";

/** The number of shades; nodes of one shade are drawn as one path. */
export const SHADES = constants.shades.length;

/** The colour of a distance from 0 (near) to 1 (far). */
export function ramp(part) {
  return constants.shades[Math.round(Math.max(0, Math.min(1, part)) * (SHADES - 1))];
}
