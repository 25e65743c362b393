// Dragging: a piece follows the pointer and stops at obstacles.
//
// The piece is always at a cell, and drawn up to half a cell off it where the next cell is free. When the pointer is
// more than half a cell ahead, the piece takes a step: along the axis on which it is farther behind or, if that is
// blocked, along the other; so it turns corners. If both orders of two steps lead to the same cell, it is drawn off
// both axes. A path that returns to an arrangement drops the loop.
//
// Dragging is the same in every style; `count.js` counts the moves in the chosen one.

import { blank, DIRS, movers, place, step, tiles } from "./rule.js";
import { split } from "./split.js";

const STILL = 5; // pixels; a shorter drag is a click

/** Let the pieces of a board be dragged with mouse, pen or finger. */
export function drag(board) {
  let held = null;
  const down = (event) => {
    const group = event.target.closest?.("[data-piece]");
    if (held || !group || event.button !== 0 || !board.game) return;
    const piece = Number(group.dataset.piece);
    board.grabbed();
    const from = board.point(event);
    const [x, y] = board.animator.shown.get(piece);
    held = {
      piece,
      id: event.pointerId,
      grab: [from[0] - x, from[1] - y],
      began: [event.clientX, event.clientY],
      moved: false,
      was: [board.at],
      steps: [],
    };
    board.element.setPointerCapture(event.pointerId);
    group.classList.add("held");
  };
  const move = (event) => {
    if (event.pointerId !== held?.id) return;
    const far = Math.hypot(event.clientX - held.began[0], event.clientY - held.began[1]);
    held.moved ||= far > STILL;
    if (!held.moved) return;
    const [x, y] = board.point(event);
    follow(board, held, [x - held.grab[0], y - held.grab[1]]);
  };
  const up = (event) => {
    if (event.pointerId !== held?.id) return;
    const { piece, moved, steps, was } = held;
    const cancelled = event.type === "pointercancel";
    board.groups[piece].classList.remove("held");
    held = null;
    if (cancelled) return board.place(was[0]);
    board.place(moved ? board.at : was[0]);
    if (!moved) tap(board, piece);
    else if (steps.length) board.played(split(board, was[0], steps));
  };
  board.element.addEventListener("pointerdown", down);
  board.element.addEventListener("pointermove", move);
  board.element.addEventListener("pointerup", up);
  board.element.addEventListener("pointercancel", up);
}

/** Bring the held piece as near to a place as possible. */
function follow(board, held, [x, y]) {
  const { game } = board;
  const { piece } = held;
  const off = () => {
    const [u, v] = board.xy(board.at[piece]);
    return [
      { by: x - u, dirs: "LR" },
      { by: y - v, dirs: "UD" },
    ].sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  };
  const dirOf = ({ by, dirs }) => dirs[by > 0 ? 1 : 0];
  const ready = (axis) => Math.abs(axis.by) > 0.5 && movers(game, board.at, piece, dirOf(axis), board.pushes());
  for (let left = 200; left > 0; left -= 1) {
    const layer = towards(board, held, x);
    const dir = layer ?? off().filter(ready).map(dirOf)[0];
    if (!dir) break;
    takeStep(board, held, movers(game, board.at, piece, dir, board.pushes()), dir);
  }
  const [first, second] = off().map((axis) => ({
    ...axis,
    dir: dirOf(axis),
    set: movers(game, board.at, piece, dirOf(axis), board.pushes()),
  }));
  const offset = (axis) => Math.max(-0.5, Math.min(0.5, axis.by));
  const shifts = new Map();
  const shift = (set, { dirs }, by) => {
    for (const one of set) {
      const [u, v] = shifts.get(one) ?? [0, 0];
      shifts.set(one, dirs === "LR" ? [u + by, v] : [u, v + by]);
    }
  };
  if (first.set) {
    shift(first.set, first, offset(first));
    if (second.set?.length === 1 && first.set.length === 1 && open(game, board.at, piece, first.dir, second.dir))
      shift(second.set, second, offset(second));
  } else if (second.set) shift(second.set, second, offset(second));
  board.at.forEach((cell, one) => {
    const [u, v] = board.xy(cell);
    const [by, down] = shifts.get(one) ?? [0, 0];
    const shown = board.animator.shown.get(one);
    if (one === piece || shifts.has(one) || shown[0] !== u || shown[1] !== v)
      board.animator.follow(one, [u + by, v + down]);
  });
}

/** In 3-D, the direction of the layer under the pointer, or `null` if the piece is there or cannot move. */
function towards(board, held, x) {
  const { game } = board;
  if (game.layers === 1) return null;
  const [layer] = place(game, board.at[held.piece]);
  const over = Math.max(0, Math.min(game.layers - 1, Math.floor((x + 0.5) / board.across)));
  const dir = over === layer ? null : over < layer ? "N" : "F";
  return dir && movers(game, board.at, held.piece, dir, board.pushes()) ? dir : null;
}

/** Whether a piece can take two steps in either order. */
function open(game, at, piece, one, other) {
  const first = step(game, at, [piece], one);
  const second = step(game, at, [piece], other);
  return first && second && step(game, first, [piece], other) !== null;
}

/** Take a step with a set of pieces in a drag `{ was, steps }`, and drop a loop that it closes. */
export function takeStep(board, held, set, dir) {
  board.at = step(board.game, board.at, set, dir);
  const before = held.was.findIndex((at) => at.every((cell, one) => cell === board.at[one]));
  if (before >= 0) {
    held.was.length = before + 1;
    held.steps.length = before;
  } else {
    held.was.push(board.at);
    held.steps.push({ pieces: set, path: dir });
  }
  for (const one of set) board.animator.follow(one, board.xy(board.at[one]), true);
}

/** Click a piece: choose it, and move it if the click has a meaning. */
export function tap(board, piece) {
  if (!tiles(board.game)) board.focus(piece);
  const steps = clicked(board, piece);
  if (steps.length) board.played(split(board, board.at, steps));
}

/**
 * The steps of a click. A tile in line with the blank pushes the tiles between them. A block that can go in one
 * direction only goes as far as it can; if it can go in several, or in none, the click only chooses it.
 */
function clicked(board, piece) {
  const { game, at } = board;
  if (!tiles(game)) return onlyWay(game, at, piece);
  const [, row, col] = place(game, at[piece]);
  const [, r, c] = place(game, blank(game, at));
  const dir = row === r ? (c > col ? "R" : "L") : col === c ? (r > row ? "D" : "U") : null;
  const set = dir && movers(game, at, piece, dir, true);
  return set ? [{ pieces: set, path: dir }] : [];
}

/** The steps of a piece in its only direction, or none. */
function onlyWay(game, at, piece) {
  const ways = Object.keys(DIRS).filter((dir) => step(game, at, [piece], dir));
  if (ways.length !== 1) return [];
  const steps = [];
  for (let to = step(game, at, [piece], ways[0]); to; to = step(game, to, [piece], ways[0]))
    steps.push({ pieces: [piece], path: ways[0] });
  return steps;
}
