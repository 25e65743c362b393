// The title of a puzzle of a class list. A position of tiles is named by its tiles, so that two of one size differ.

import { gameTitle } from "../panel.js";
import { tiles } from "../rule.js";

/** The title of an answer of `puzzleOf`. */
export function titleOf({ game, at }) {
  const number = game.name.match(/:(\d+)$/)?.[1];
  if (number) return `${gameTitle(game)}: ${number}`;
  return tiles(game) && !game.name ? position(game, at ?? game.pieces.map((piece) => piece.at)) : gameTitle(game);
}

/** A position of tiles as text, such as `1 2 3/4 0 6/7 5 8`. */
function position({ rows, cols, pieces }, at) {
  const cells = Array(rows * cols).fill("0");
  at.forEach((cell, piece) => {
    cells[cell] = pieces[piece].name;
  });
  return Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols).join(" ")).join("/");
}
