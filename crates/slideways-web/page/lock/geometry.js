// A packing as unit faces of bricks, and their projection.
//
// A layer stands upright: columns go right, rows down, layers away from the viewer, so the names of directions are
// those of the picture. Cells of equal size on a grid can be painted in the order of their depth (the painter's
// algorithm): a line of sight never comes back to a smaller depth. The exploded view moves whole bricks away from the
// middle of the box, which keeps that order.

/** Directions: letter, step in layer, row and column, and word. */
export const SIDES = [
  ["L", [0, 0, -1], "left"],
  ["R", [0, 0, 1], "right"],
  ["U", [0, -1, 0], "up"],
  ["D", [0, 1, 0], "down"],
  ["N", [-1, 0, 0], "nearer"],
  ["F", [1, 0, 0], "farther"],
];

/**
 * The faces of a packing: `{ brick, cell, side, letter, edges, inner, first }`. `edges` tells which of the four edges
 * are edges of the brick; an `inner` face lies between two cells of one brick.
 */
export function faces(packing) {
  const out = [];
  packing.placed.forEach(({ cells }, brick) => {
    const own = new Set(cells.map(String));
    const has = (cell) => own.has(String(cell));
    SIDES.forEach(([letter, by], side) => {
      let first = true;
      for (const cell of cells) {
        const beside = plus(cell, by);
        const inner = has(beside);
        const edges = around(side).map((dir) => !has(plus(cell, dir)) || has(plus(beside, dir)));
        out.push({ brick, cell, side, letter, edges, inner, first: first && !inner });
        if (!inner) first = false;
      }
    });
  });
  return out;
}

export function plus(cell, by) {
  return cell.map((part, axis) => part + by[axis]);
}

/** The four directions in the plane of a side, in the order of the edges of its square. */
function around(side) {
  const [a, b] = [0, 1, 2].filter((axis) => SIDES[side][1][axis] === 0);
  const unit = (axis, sign) => [0, 1, 2].map((other) => (other === axis ? sign : 0));
  return [unit(b, -1), unit(a, 1), unit(b, 1), unit(a, -1)];
}

/** The corners of a face, in cells; edge `i` goes from corner `i` to the next. */
export function corners(cell, side) {
  const by = SIDES[side][1];
  const [a, b] = [0, 1, 2].filter((axis) => by[axis] === 0);
  const flat = cell.map((part, axis) => part + (by[axis] > 0 ? 1 : 0));
  const at = (u, v) => flat.map((part, axis) => part + (axis === a ? u : axis === b ? v : 0));
  return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
}

/** A projection: rotated about the vertical axis, then tilted. It maps a point to x (right), y (down) and depth. */
export function projection(turn, tip) {
  const [ct, st, cp, sp] = [Math.cos(turn), Math.sin(turn), Math.cos(tip), Math.sin(tip)];
  return ([layer, row, col]) => {
    const x = col * ct + layer * st;
    const z = layer * ct - col * st;
    return [x, row * cp - z * sp, z * cp + row * sp];
  };
}

/** The middle of a list of cells. */
export function middle(cells) {
  return [0, 1, 2].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
}
