// The rule of movement, for moves that the user makes.
//
// A step shifts a set of pieces, as one body, by one cell. It is legal if no piece leaves the box, enters a blocked
// cell or a gate closed to its kind, leaves the line it keeps to, or overlaps a piece outside the set. A game is the
// answer of the question `read`; an arrangement is a list of cells, by piece.

/** Directions by letter: layer, row, column. */
export const DIRS = { U: [0, -1, 0], D: [0, 1, 0], L: [0, 0, -1], R: [0, 0, 1], N: [-1, 0, 0], F: [1, 0, 0] };

const LINES = { row: "LR", column: "UD", layer: "NF" };

/** Opposite directions. */
export const BACK = { U: "D", D: "U", L: "R", R: "L", N: "F", F: "N" };

/** Layer, row and column of a cell. */
export function place(game, cell) {
  const size = game.rows * game.cols;
  return [Math.floor(cell / size), Math.floor((cell % size) / game.cols), cell % game.cols];
}

/** The cell at a layer, row and column, or -1 if that is outside the box. */
export function cellAt(game, layer, row, col) {
  const inside = layer >= 0 && layer < game.layers && row >= 0 && row < game.rows && col >= 0 && col < game.cols;
  return inside ? (layer * game.rows + row) * game.cols + col : -1;
}

/** The cell one step away, or -1. */
export function shifted(game, cell, dir) {
  const [layer, row, col] = place(game, cell);
  const [dl, dr, dc] = DIRS[dir];
  return cellAt(game, layer + dl, row + dr, col + dc);
}

const covers = new WeakMap(); // cache of `cover`, by game

/** The cells of a kind with its anchor on a cell, or `null` if it does not fit there even without other pieces. */
export function cover(game, kind, at) {
  if (!covers.has(game))
    covers.set(
      game,
      game.kinds.map(() => new Map()),
    );
  const known = covers.get(game)[kind];
  if (!known.has(at)) known.set(at, covered(game, kind, at));
  return known.get(at);
}

function covered(game, kind, at) {
  const [layer, row, col] = place(game, at);
  const cells = [];
  for (const [dl, dr, dc] of game.kinds[kind].cells) {
    const cell = cellAt(game, layer + dl, row + dr, col + dc);
    if (cell < 0 || closed(game, kind, cell)) return null;
    cells.push(cell);
  }
  return cells;
}

function closed(game, kind, cell) {
  if (game.blocked.includes(cell)) return true;
  const gate = game.gates.find((gate) => gate.cell === cell);
  return gate !== undefined && !gate.kinds.includes(kind);
}

/** For each cell the piece on it, or -1. */
export function filled(game, at) {
  const on = new Array(game.layers * game.rows * game.cols).fill(-1);
  at.forEach((cell, piece) => {
    for (const covered of cover(game, game.pieces[piece].kind, cell) ?? []) on[covered] = piece;
  });
  return on;
}

function keepsLine(game, piece, dir) {
  const { along } = game.kinds[game.pieces[piece].kind];
  return !along || LINES[along].includes(dir);
}

/** The arrangement after one step of a set of pieces, or `null` if something is in the way. */
export function step(game, at, set, dir) {
  const on = filled(game, at);
  const to = at.slice();
  for (const piece of set) {
    if (!keepsLine(game, piece, dir)) return null;
    to[piece] = shifted(game, at[piece], dir);
    const cells = to[piece] < 0 ? null : cover(game, game.pieces[piece].kind, to[piece]);
    if (!cells || cells.some((cell) => on[cell] >= 0 && !set.includes(on[cell]))) return null;
  }
  return to;
}

/** The pieces that move when a piece pushes those in front of it, itself included, or `null` if it cannot. */
export function pushed(game, at, piece, dir) {
  const on = filled(game, at);
  const set = [piece];
  for (const mover of set) {
    const to = keepsLine(game, mover, dir) ? shifted(game, at[mover], dir) : -1;
    const cells = to < 0 ? null : cover(game, game.pieces[mover].kind, to);
    if (!cells) return null;
    for (const cell of cells) if (on[cell] >= 0 && !set.includes(on[cell])) set.push(on[cell]);
  }
  return set.sort((a, b) => a - b);
}

/** The pieces that move when the user moves a piece; with `push`, those in front of it too. `null` if none can. */
export function movers(game, at, piece, dir, push) {
  if (push) return pushed(game, at, piece, dir);
  return step(game, at, [piece], dir) ? [piece] : null;
}

/** The arrangement after moves `{ pieces, path }`, or `null` if one of them is not legal. */
export function play(game, at, moves) {
  for (const { pieces, path } of moves) {
    for (const dir of path) {
      at = at && step(game, at, pieces, dir);
    }
  }
  return at;
}

/** A key that two arrangements share if they differ only by pieces of one kind. */
export function key(game, at) {
  const byKind = game.kinds.map(() => []);
  for (const [piece, cell] of at.entries()) byKind[game.pieces[piece].kind].push(cell);
  return byKind.map((cells) => cells.sort((a, b) => a - b).join(",")).join(";");
}

/** Whether an arrangement meets a goal: each place that the goal names holds a piece of the named kind. */
export function solved(game, at) {
  if (game.goal_blank != null && at.includes(game.goal_blank)) return false;
  return game.goals.some(
    (goal) =>
      goal.length > 0 &&
      goal.every(({ kind, at: cell }) => at.some((where, piece) => where === cell && game.pieces[piece].kind === kind)),
  );
}

/** Whether a game is a tile puzzle: one blank, and every piece one cell. */
export function tiles(game) {
  return game.family === "tiles";
}

export function blank(game, at) {
  return filled(game, at).indexOf(-1);
}
