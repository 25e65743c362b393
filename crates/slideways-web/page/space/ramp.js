// From near to far: amber to deep blue, darker all the way, so that those who see few colours see it too.

const RAMP = [[243, 176, 47], [232, 119, 62], [200, 72, 104], [143, 62, 142], [92, 62, 160], [52, 66, 158]];

/** So many shades are drawn, each in one go. */
export const SHADES = 48;

/** The colour of a part of the way from near, 0, to far, 1. */
export function ramp(part) {
  const at = Math.max(0, Math.min(1, part)) * (RAMP.length - 1);
  const first = Math.min(Math.floor(at), RAMP.length - 2);
  const mixed = RAMP[first].map((from, axis) => Math.round(from + (RAMP[first + 1][axis] - from) * (at - first)));
  return `rgb(${mixed.join(" ")})`;
}
