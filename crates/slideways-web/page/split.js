// From steps of sets to moves that are legal in a style that moves one piece at a time.

import { DIRS, place } from "./rule.js";

/**
 * Steps that a hand took, as moves: steps of the same pieces in a row are one, and if the board pushes although only
 * single pieces count (tiles in the single-tile metric), each pushed piece goes for itself, the foremost first.
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
