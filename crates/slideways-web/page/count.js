// The number of moves played, in the chosen style.
//
// The history is a list of steps, each of a set of pieces in one direction. Two consecutive runs count as one move if
// the style allows it:
//
// - The same pieces continue, in a line (`slide`) or anywhere (`move`). A run that ends where it began counts nothing.
// - In the set styles, other pieces take the same path. As one body that is legal too: no other piece is in the way of
//   either run, and the pieces of one body do not obstruct each other.
//
// In `step` and `set-step` every step counts, even there and back.

import { constants } from "./constants.js";
import { BACK, DIRS } from "./rule.js";

/** The styles, by name: `{ name, set, reach, meaning, tile_meaning }`. */
export const STYLES = Object.fromEntries(constants.styles.map((style) => [style.name, style]));

/** A style in words: its meaning, and the unit that it counts. */
export function words(style, family) {
  const { name, meaning, tile_meaning } = STYLES[style];
  return family === "tiles" ? { means: tile_meaning, unit: "move" } : { means: meaning, unit: name.replace("-", " ") };
}

/** A number with its unit: `81 moves`, `1 set step`. */
export function counted(number, style, family) {
  const { unit } = words(style, family);
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/**
 * Steps combined into the moves of a style: `{ pieces, path, from, to }`, made of the steps `from..to` (`to` excluded).
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

/** Join the last two runs if they are one move, or drop the last if it ends where it began. */
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

/** A path without steps that undo the step before: RLD becomes D. */
function shortened(path) {
  const out = [];
  for (const dir of path) {
    if (out.at(-1) === BACK[dir]) out.pop();
    else out.push(dir);
  }
  return out.join("");
}
