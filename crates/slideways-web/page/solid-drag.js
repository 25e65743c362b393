// Dragging a piece in the turning view: it goes along the axis of the box that the pointer follows, step by step.

import { takeStep } from "./drag.js";
import { SIDES } from "./lock/geometry.js";
import { movers } from "./rule.js";
import { split } from "./split.js";

const SHORT = 12; // pixels; an axis that points at the viewer is too short to follow
const AHEAD = 0.6; // of a cell; the piece takes a step when the pointer is farther ahead

/** A drag of a piece of a board; `view` is the turning view. */
export class SolidDrag {
  constructor(board, view, piece) {
    Object.assign(this, { board, view, off: [0, 0] });
    this.held = { piece, was: [board.at], steps: [] };
  }

  /** Follow the pointer, which has moved by some pixels. */
  move(dx, dy) {
    this.off = [this.off[0] + dx, this.off[1] + dy];
    for (let left = 20; left > 0 && this.step(); left -= 1);
  }

  /** Take the step that brings the piece nearest to the pointer; returns whether there was one. */
  step() {
    const { board, held, off } = this;
    let best = null;
    for (const [dir, by] of SIDES) {
      const [x, y] = this.view.look(by).map((part) => part * this.view.scale);
      const length = Math.hypot(x, y);
      const ahead = (off[0] * x + off[1] * y) / (length * length || 1);
      if (length < SHORT || ahead < AHEAD || (best && ahead * length <= best.far)) continue;
      const set = movers(board.game, board.at, held.piece, dir, board.pushes());
      if (set) best = { dir, set, far: ahead * length, by: [x, y] };
    }
    if (!best) return false;
    takeStep(board, held, best.set, best.dir);
    this.off = off.map((part, axis) => part - best.by[axis]);
    return true;
  }

  /** Play the steps taken as one gesture. */
  end() {
    const { board, held } = this;
    board.place(board.at);
    if (held.steps.length) board.played(split(board, held.was[0], held.steps));
  }

  /** Go back to where the drag began. */
  cancel() {
    this.board.place(this.held.was[0]);
  }
}
