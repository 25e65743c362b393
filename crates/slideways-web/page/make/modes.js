// What is painted: the start, the goal, or gates; and what a stroke of the hand means in each.

import { gate, markOn, paint, shiftMark, unwant, want } from "./paint.js";

/** The modes: name, label, and a sentence that says what to do. */
export const MODES = [
  [
    "start",
    "Start",
    "Paint cells: connected cells of one brush are a piece. Paint again to take away. Take a new brush where two pieces touch.",
  ],
  [
    "goal",
    "Goal",
    "Choose a piece and press where it must end; drag a mark to move it, press it to take it away. What is not marked may be anywhere.",
  ],
  ["gates", "Gates", "Choose a piece and press cells that only it, and others chosen so, may enter."],
];

/** Follows one stroke; `done(draft)` after each change of the draft, `final` when the hand is lifted. */
export class Stroke {
  constructor(begin) {
    Object.assign(this, begin, { from: begin.cell, changed: false });
    const { draft, mode, cell, chosen } = this;
    if (mode === "start") this.what = draft.cells[cell] === chosen ? 0 : chosen;
    if (mode === "goal") this.mark = markOn(draft, this.goal, cell);
  }

  /** The draft when the hand is on a cell; `end` when it is lifted there. */
  at(draft, cell, end) {
    if (this.mode === "start") return paint(draft, cell, this.what);
    if (!end) return draft;
    if (this.mode === "gates") return gate(draft, cell, this.chosen);
    if (this.mark < 0) return want(draft, this.goal, this.chosen, cell);
    return cell === this.from
      ? unwant(draft, this.goal, this.mark)
      : shiftMark(draft, this.goal, this.mark, this.from, cell);
  }
}
