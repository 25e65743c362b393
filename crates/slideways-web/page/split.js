// Turns the steps of a gesture into moves of the chosen style.

import { DIRS, place } from "./rule.js";

/**
 * Steps as moves: consecutive steps of the same pieces are one move. If the board pushes but the style moves single
 * pieces (tiles in the single-tile metric), each pushed piece is a move, the foremost first.
 */
export function split(board, at, steps) {
  const moves = [];
  for (const { pieces, path } of steps) {
    for (const set of board.alone() && pieces.length > 1 ? singles(board.game, at, pieces, path) : [pieces]) {
      const last = moves.at(-1);
      if (last && String(last.pieces) === String(set)) last.path += path;
      else moves.push({ pieces: set, path });
    }
  }
  return moves;
}

function singles(game, at, pieces, dir) {
  const ahead = (piece) => place(game, at[piece]).reduce((sum, part, axis) => sum + part * DIRS[dir][axis], 0);
  return [...pieces].sort((a, b) => ahead(b) - ahead(a)).map((piece) => [piece]);
}
