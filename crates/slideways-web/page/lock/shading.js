// Bricks of stained wood under a lamp: colours, light and grain.

import { constants } from "../constants.js";

const STAINS = constants.colours.map(colour);
const WOOD = colour("#d9b68a");

/** A colour such as `#d9b68a` as numbers. */
export function colour(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** A stain for each brick; bricks that touch have different stains as long as there are enough. */
export function stains(packing) {
  const used = STAINS.map(() => 0);
  const given = [];
  packing.placed.forEach(({ blockers = {} }, brick) => {
    const near = new Set(
      Object.values(blockers)
        .flat()
        .filter((other) => other < brick),
    );
    const beside = (stain) => [...near].filter((other) => given[other] === stain).length;
    const best = STAINS.map((_, stain) => stain).reduce((a, b) =>
      beside(b) < beside(a) || (beside(b) === beside(a) && used[b] < used[a]) ? b : a,
    );
    used[best] += 1;
    given.push(best);
  });
  return given.map((stain) => mix(STAINS[stain], WOOD, 0.3));
}

function mix(one, other, part) {
  return one.map((value, at) => value * (1 - part) + other[at] * part);
}

/** A colour under light: 1 leaves it as it is, less is darker, more is nearer to white. */
export function lit(colour, light) {
  const to = light > 1 ? mix(colour, [255, 250, 238], Math.min(1, light - 1)) : colour.map((value) => value * light);
  return `rgb(${to.map(Math.round).join(" ")})`;
}

/** The light on a face with the given projected normal; the lamp is above, left, and in front. */
export function light([x, y, z]) {
  const lamp = [-0.3, -0.74, -0.6];
  const hit = Math.max(0, x * lamp[0] + y * lamp[1] + z * lamp[2]);
  return 0.66 + 0.46 * hit;
}

/** A hash of numbers, from 0 to less than 1: repeatable noise. */
export function noise(...numbers) {
  let hash = 2166136261;
  for (const number of numbers) hash = Math.imul(hash ^ (number + 97), 16777619);
  hash ^= hash >>> 15;
  return ((Math.imul(hash, 2246822507) >>> 8) % 4096) / 4096;
}

/** The axis of the grain of a brick: its longest. */
export function grain(cells) {
  const span = [0, 1, 2].map((axis) => {
    const at = cells.map((cell) => cell[axis]);
    return Math.max(...at) - Math.min(...at);
  });
  return span.indexOf(Math.max(...span.slice().reverse()));
}
