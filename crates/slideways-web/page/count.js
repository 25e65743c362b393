// How many moves were played, in the metric of choice.
//
// What was played is a list of steps, each of a set of pieces in a direction. Two runs that follow each other are one
// move if the style allows it:
//
// - the same pieces go on, in a line (`slide`) or anywhere (`move`): one run; nothing at all if it ends where it began;
// - in the set styles, other pieces take the very same path: one body. That is always legal, as nobody was in the way
//   of either, and as one body they cannot be in the way of each other.
//
// One step counts for itself in `step` and `set-step`, there and back again too: that is what those count.

import { constants } from "./constants.js";
import { BACK, DIRS } from "./rule.js";

/** The styles, by name: `{ name, set, reach, meaning, tile_meaning }`. */
export const STYLES = Object.fromEntries(constants.styles.map((style) => [style.name, style]));

/** A style in words, for a game: what it means, and what one of it is called. */
export function words(style, family) {
  const { name, meaning, tile_meaning } = STYLES[style];
  return family === "tiles" ? { means: tile_meaning, unit: "move" } : { means: meaning, unit: name.replace("-", " ") };
}

/** `81 moves`, `1 move`, in the words of a style. */
export function counted(number, style, family) {
  const { unit } = words(style, family);
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/**
 * The moves that a list of played moves is, in a style: `{ pieces, path, from, to }`, where `from` and `to` are
 * numbers of played moves, before the first and after the last that it was made of.
 */
export function moves(played, style) {
  const { set, reach } = STYLES[style];
  const runs = [];
  played.forEach(({ pieces, path }, number) => {
    for (const dir of path) {
      runs.push({ pieces, path: dir, from: number, to: number + 1 });
      while (joined(runs, set, reach));
    }
  });
  return runs;
}

/** Join the last two runs if they are one move, or drop the last if it is none. */
function joined(runs, set, reach) {
  const last = runs.at(-1);
  if (reach !== "step" && runs.length && home(last.path)) return runs.pop();
  if (runs.length < 2) return false;
  const before = runs.at(-2);
  const shared = before.pieces.filter((piece) => last.pieces.includes(piece)).length;
  let one = null;
  if (shared === before.pieces.length && shared === last.pieces.length) {
    const path = before.path + last.path;
    if (reach === "path" || (reach === "slide" && straight(path))) one = { ...before, path: shortened(path) };
  } else if (set && shared === 0 && before.path === last.path) {
    one = { ...before, pieces: [...before.pieces, ...last.pieces].sort((a, b) => a - b) };
  }
  if (one) runs.splice(-2, 2, { ...one, to: last.to });
  return one;
}

function straight(path) {
  return [...path].every((dir) => dir === path[0] || dir === BACK[path[0]]);
}

function home(path) {
  const sum = [0, 0, 0];
  for (const dir of path) {
    for (const axis of [0, 1, 2]) sum[axis] += DIRS[dir][axis];
  }
  return sum.every((by) => by === 0);
}

/** A path without what it takes back at once: RLD is D. */
function shortened(path) {
  const out = [];
  for (const dir of path) {
    if (out.at(-1) === BACK[dir]) out.pop();
    else out.push(dir);
  }
  return out.join("");
}
