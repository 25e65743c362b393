// The keys of the board: arrows move; Shift and arrows choose a block, or move a whole line of tiles.

import { BACK, blank, filled, movers, place, shifted, tiles } from "./rule.js";
import { split } from "./split.js";

/** The direction of a key, by letter. */
export const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", PageUp: "N", PageDown: "F" };

/** Listen to keys while the board has the focus. */
export function keys(board) {
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !board.game) return;
    if (press(board, event.key, event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

/** Apply a key to the board; returns whether the key has a meaning there. */
export function press(board, key, shift) {
  const dir = ARROWS[key];
  if (dir && (board.game.layers > 1 || !"NF".includes(dir))) {
    if (tiles(board.game)) into(board, dir, shift);
    else if (board.focused() < 0) board.focus(board.chosen);
    else if (shift) choose(board, dir);
    else go(board, board.focused(), dir);
    return true;
  }
  if ((/^[1-9]$/.test(key) || (shift && /^[a-z]$/i.test(key))) && !tiles(board.game)) return named(board, key);
  return false;
}

function go(board, piece, dir) {
  const set = movers(board.game, board.at, piece, dir, board.pushes());
  if (!set) return board.stuck(piece, dir);
  board.chosen = piece;
  board.played(split(board, board.at, [{ pieces: set, path: dir }]));
}

/** Move a tile, or with `line` all tiles in the line, into the blank. */
function into(board, dir, line) {
  const { game, at } = board;
  let tile = shifted(game, blank(game, at), BACK[dir]);
  if (tile < 0) return;
  for (let next = tile; line && next >= 0; next = shifted(game, next, BACK[dir])) tile = next;
  const piece = at.indexOf(tile);
  const set = piece < 0 ? null : movers(game, at, piece, dir, true);
  if (set) board.played(split(board, at, [{ pieces: set, path: dir }]));
}

/** Choose the nearest piece in a direction. */
function choose(board, dir) {
  const { game, at } = board;
  const on = filled(game, at);
  const piece = board.focused();
  const [layer, row, col] = place(game, at[piece]);
  const reach = Math.max(game.layers, game.rows, game.cols);
  const found = [];
  on.forEach((other, cell) => {
    if (other < 0 || other === piece) return;
    const [l, r, c] = place(game, cell);
    const by = { U: row - r, D: r - row, L: col - c, R: c - col, N: layer - l, F: l - layer }[dir];
    const aside = {
      U: Math.abs(c - col),
      D: Math.abs(c - col),
      L: Math.abs(r - row),
      R: Math.abs(r - row),
      N: 0,
      F: 0,
    }[dir];
    if (by > 0) found.push({ other, far: by + 2 * aside + reach * Math.abs("NF".includes(dir) ? 0 : l - layer) });
  });
  found.sort((a, b) => a.far - b.far);
  if (found.length) board.focus(found[0].other);
}

/** Choose the next piece with a name. */
function named(board, name) {
  const all = board.game.pieces
    .map((piece, number) => ({ ...piece, number }))
    .filter((piece) => piece.name.toLowerCase() === name.toLowerCase());
  if (!all.length) return false;
  const after = all.find((piece) => piece.number > board.focused()) ?? all[0];
  board.focus(after.number);
  return true;
}
