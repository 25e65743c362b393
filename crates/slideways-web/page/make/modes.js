// The modes of the editor (start, move, goal, gates) and the effect of a stroke in those that paint.

import { gate, markOn, paint, shiftMark, unwant, want } from "./paint.js";

/** The modes: name, label and instruction. */
export const MODES = [
  [
    "start",
    "Start",
    "Paint cells: connected cells of one brush are one piece. Paint a cell again to erase it. Use a new brush for a piece that touches another.",
  ],
  [
    "move",
    "Move",
    "Drag a piece to another place. Click a piece to turn, mirror, copy or remove it. Keys: Enter picks up and puts down, R turns, M mirrors, C copies.",
  ],
  [
    "goal",
    "Goal",
    "Choose a piece and click where it must end. Drag a mark to move it, click it to remove it. Unmarked pieces may be anywhere.",
  ],
  ["gates", "Gates", "Pick a piece, then click the cells only it may enter; repeat to allow other pieces."],
];

/** One stroke of the pointer, from press to release. */
export class Stroke {
  constructor(begin) {
    Object.assign(this, begin, { from: begin.cell, changed: false });
    const { draft, mode, cell, chosen } = this;
    if (mode === "start") this.what = draft.cells[cell] === chosen ? 0 : chosen;
    if (mode === "goal") this.mark = markOn(draft, this.goal, cell);
  }

  /** The draft after the pointer reaches a cell; `end` when it is released there. */
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
