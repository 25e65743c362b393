// Carries whole pieces over the grid of the editor, by pointer and by keys.
//
// A press on a piece chooses it; a drag carries it to another place. With keys, Enter picks a piece up and puts it
// down. A copy is carried until it is put down or dropped by Escape. What is carried can be turned on the way.

import { announce } from "../announce.js";
import { button, make } from "../dom.js";
import { place } from "../rule.js";
import { lostMarks } from "./lost.js";
import { copied, fits, held, laid, pieceOn, put, removed, turned, turnedHere } from "./pieces.js";

const ACTIONS = [
  ["turn", "Turn", "R", "Turn the piece by 90 degrees, clockwise"],
  ["tip", "Tip over", "T", "Turn the piece by 90 degrees, across the layers"],
  ["mirror", "Mirror", "M", "Reflect the piece, left to right"],
  ["copy", "Copy", "C", "Copy the piece, then click where the copy goes"],
  ["remove", "Remove", "Del", "Remove the piece"],
];

/**
 * Calls `changed(draft, lost)` after a change of the draft, where `lost` says what it took away, `moved()` after any other change that shows, and `unfocused()` when
 * the button with the focus can no longer be pressed.
 */
export class Carrier {
  constructor({ changed, moved, unfocused }) {
    Object.assign(this, { changed, moved, unfocused, draft: null, chosen: -1, carried: null, at: -1, from: -1 });
    this.buttons = Object.fromEntries(
      ACTIONS.map(([action, label, key, title]) => [
        action,
        button(label, () => this.act(action), { title: `${title} (${key})`, "data-testid": `make-piece-${action}` }),
      ]),
    );
    this.cancel = button("Cancel", () => this.drop(), { key: "Esc", "data-testid": "make-cancel" });
    this.tools = make(
      "div",
      { class: "row tools", role: "group", "aria-label": "Piece" },
      Object.values(this.buttons),
      this.cancel,
    );
  }

  /** Another draft: what was carried belongs to the old one. */
  show(draft, active) {
    if (this.draft !== draft || !active) Object.assign(this, { carried: null, from: -1 });
    if (!active) this.chosen = -1;
    const focused = [...this.tools.children].find((press) => press === document.activeElement);
    this.draft = draft;
    if (this.chosen >= 0 && !this.piece()) this.chosen = -1;
    this.tools.hidden = !active;
    for (const press of Object.values(this.buttons)) press.disabled = !this.carried && this.chosen < 0;
    this.buttons.tip.hidden = draft.layers < 2;
    this.cancel.hidden = !this.carried || this.from >= 0;
    if (focused?.disabled || focused?.hidden) this.unfocused();
  }

  /** The chosen piece, or undefined. */
  piece() {
    return this.chosen < 0 ? undefined : pieceOn(this.draft, this.chosen);
  }

  /** What to draw: the cells of the chosen piece, and the cells of the carried one. */
  scene() {
    const piece = this.piece();
    const scene = { chosen: piece?.cells ?? [], lifted: this.carried?.from ?? [], ghost: null };
    if (!this.carried) return scene;
    const cells = this.target();
    return { ...scene, ghost: { cells: cells.filter((cell) => cell >= 0), fits: this.fits(cells) } };
  }

  fits(cells) {
    return fits(this.draft, this.carried, cells);
  }

  /** The cells under the carried piece. A copy may be held by any of its cells, so that it fits where it can. */
  target() {
    const { draft, carried, at } = this;
    const plain = laid(draft, carried, at);
    if (carried.from.length) return plain;
    const holds = carried.shape.map((hold) => ({
      ...carried,
      shape: carried.shape.map((offset) => offset.map((part, axis) => part - hold[axis])),
    }));
    return holds.map((one) => laid(draft, one, at)).find((cells) => this.fits(cells)) ?? plain;
  }

  /** The pointer on a cell: the phases `begin`, `go` and `end` of a press. */
  press(cell, phase) {
    this.at = cell;
    if (phase === "begin") {
      if (!this.carried) this.choose(cell);
      if (!this.carried && this.chosen >= 0) this.pick(cell, cell);
    } else if (phase === "end" && this.carried) {
      const dragged = this.from >= 0;
      if (dragged && cell === this.from) return this.drop();
      return this.down(dragged);
    }
    this.moved();
  }

  /** The pointer or the cursor goes to a cell without a press. */
  hover(cell) {
    if (!this.carried || this.from >= 0 || this.at === cell) return;
    this.at = cell;
    this.moved();
  }

  choose(cell) {
    this.chosen = pieceOn(this.draft, cell) ? cell : -1;
  }

  /** Pick up the chosen piece by a cell; `from` is that cell if a pointer drags it. */
  pick(cell, from = -1) {
    Object.assign(this, { carried: held(this.draft, this.piece(), cell), at: cell, from });
  }

  /** Put the carried piece down. If it does not fit, a dragged one goes back, another one stays in the hand. */
  down(dragged) {
    const cells = this.target();
    if (!this.fits(cells)) {
      announce("It does not fit there");
      return dragged ? this.drop() : this.moved();
    }
    const next = put(this.draft, this.carried, cells);
    const { draft } = this;
    this.chosen = Math.min(...cells);
    this.carried = null;
    announce(`Put down at ${where(draft, this.chosen)}`);
    this.changed(next, lostMarks(draft, next));
  }

  /** Stop carrying; a piece that was picked up is where it was. */
  drop() {
    Object.assign(this, { carried: null, from: -1 });
    this.moved();
  }

  /** An action on what is carried, or else on the chosen piece. Only the chosen piece or its copy is carried. */
  act(action) {
    const piece = this.piece();
    if (!piece) return announce("Choose a piece first");
    if (action === "copy") {
      this.carried = copied(this.draft, piece);
      announce("Copied: go where the copy belongs and put it down");
      this.moved();
    } else if (action === "remove") {
      const copy = this.carried && !this.carried.from.length;
      if (copy) return this.drop();
      this.chosen = -1;
      this.carried = null;
      this.changed(removed(this.draft, piece));
      announce("Removed");
    } else if (this.carried) {
      this.carried = turned(this.carried, action);
      announce(this.fits(this.target()) ? "It fits here" : "It does not fit here");
      this.moved();
    } else this.turn(piece, action);
  }

  turn(piece, action) {
    const next = turnedHere(this.draft, piece, action);
    if (!next) return announce("There is no room to turn it. Pick it up, turn it, and put it down elsewhere");
    const now = next.cells.findIndex((what, cell) => what !== this.draft.cells[cell] && what > 0);
    if (now < 0 && !this.draft.brushes[piece.brush]?.along) return announce("It looks the same");
    if (now >= 0) this.chosen = now;
    this.changed(next, lostMarks(this.draft, next));
  }

  /** A key on the grid, with the cursor on a cell; returns whether it did something. */
  key(key, cell) {
    const action = { r: "turn", t: "tip", m: "mirror", c: "copy", delete: "remove", backspace: "remove" }[key];
    if (key === "escape") {
      if (!this.carried) return false;
      this.drop();
      announce("Cancelled");
    } else if (key === "enter" || key === " ") {
      this.at = cell;
      if (this.carried) this.down(false);
      else {
        this.choose(cell);
        if (this.chosen >= 0) this.pick(cell);
        announce(this.chosen >= 0 ? "Picked up. Arrow keys carry it, Enter puts it down" : "There is no piece here");
        this.moved();
      }
    } else if (action && (action !== "tip" || this.draft.layers > 1)) {
      if (!this.carried && pieceOn(this.draft, cell)) this.choose(cell);
      this.at = cell;
      this.act(action);
    } else return false;
    return true;
  }
}

/** A cell in words. */
export function where(draft, cell) {
  const [layer, row, col] = place(draft, cell);
  return `${draft.layers > 1 ? `layer ${layer}, ` : ""}row ${row}, column ${col}`;
}
