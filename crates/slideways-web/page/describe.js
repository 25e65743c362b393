// Pieces and goals in words, for screen readers and for print. Rows, columns and layers count from 0, from the top left,
// as in puzzle text.

import { DIRS, place, step, tiles } from "./rule.js";

const WAYS = { U: "up", D: "down", L: "left", R: "right", N: "nearer", F: "farther" };

/** How rows and columns count, in one sentence. */
export const COUNTING = "Rows and columns count from 0, from the top left.";

/** The place of a cell: `row 3, column 1`. */
export function placeInWords(game, cell) {
  const [layer, row, column] = place(game, cell);
  return `${game.layers > 1 ? `layer ${layer}, ` : ""}row ${row}, column ${column}`;
}

/** The name of a piece: `tile 7`, `piece 4`. */
export function nameOf(game, piece) {
  return `${tiles(game) ? "tile" : "piece"} ${game.pieces[piece].name}`;
}

/** The shape of a kind: `upright, 2 by 1`, `2 by 2`, `3 cells in 2 by 2`; nothing for a single cell. */
export function shapeInWords(game, kind) {
  const { cells } = game.kinds[kind];
  if (cells.length === 1) return "";
  const sizes = [0, 1, 2].map((axis) => {
    const along = cells.map((cell) => cell[axis]);
    return Math.max(...along) - Math.min(...along) + 1;
  });
  const [layers, rows, columns] = sizes;
  const size = (game.layers > 1 ? sizes : sizes.slice(1)).join(" by ");
  if (cells.length < layers * rows * columns) return `${cells.length} cells in ${size}`;
  if (layers > 1 || (rows > 1 && columns > 1)) return size;
  return rows > 1 ? `upright, ${size}` : `lying, ${size}`;
}

/** Where a piece can move by itself: `can move down or left`, `cannot move`. */
export function movesInWords(game, at, piece) {
  const free = Object.keys(DIRS).filter(
    (dir) => (game.layers > 1 || !"NF".includes(dir)) && step(game, at, [piece], dir),
  );
  if (!free.length) return "cannot move";
  const ways = free.map((dir) => WAYS[dir]);
  return `can move ${ways.length > 1 ? `${ways.slice(0, -1).join(", ")} or ` : ""}${ways.at(-1)}`;
}

/** A piece: `piece 2, upright, 2 by 1, row 0, column 0, can move down; goal piece`. */
export function pieceInWords(game, at, piece) {
  const { kind } = game.pieces[piece];
  const parts = [nameOf(game, piece), shapeInWords(game, kind), placeInWords(game, at[piece])];
  const isNamed = !tiles(game) && game.goals.some((goal) => goal.length < game.pieces.length && names(goal, kind));
  return `${[...parts, movesInWords(game, at, piece)].filter(Boolean).join(", ")}${isNamed ? "; goal piece" : ""}`;
}

function names(goal, kind) {
  return goal.some((wanted) => wanted.kind === kind);
}

const LISTED = 4; // a goal of more places is summed up

/** The goal from an arrangement: `Goal: bring piece 1 to row 3, column 1; it is at row 0, column 1.` */
export function goalInWords(game, at) {
  const goal = game.goals[0] ?? [];
  if (!goal.length) return "";
  const noun = tiles(game) ? "tile" : "piece";
  const there = goal.filter(({ kind, at: cell }) => stands(game, at, kind, cell)).length;
  const other = game.goals.length > 1 ? ` This is one of ${game.goals.length} goals.` : "";
  if (goal.length > LISTED)
    return `Goal: bring ${goal.length} ${noun}s to their places; ${there} of them ${there === 1 ? "is" : "are"} there.${other}`;
  const parts = goal.map(({ kind, at: cell }) => {
    const all = game.pieces.flatMap((piece, number) => (piece.kind === kind ? [number] : []));
    const { name } = game.pieces[all[0]] ?? game.kinds[kind];
    const where = stands(game, at, kind, cell)
      ? "it is there"
      : all.length === 1
        ? `it is at ${placeInWords(game, at[all[0]])}`
        : "none is there";
    return `bring ${all.length > 1 ? "a " : ""}${noun} ${name} to ${placeInWords(game, cell)}; ${where}`;
  });
  return `Goal: ${parts.join(", and ")}.${other}`;
}

function stands(game, at, kind, cell) {
  return at.some((where, piece) => where === cell && game.pieces[piece].kind === kind);
}
