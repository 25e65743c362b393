// A 3-D game in the turning view of Lock. It follows the board, and pieces can be clicked and dragged as there.

import { make } from "./dom.js";
import { tap } from "./drag.js";
import { PackingCanvas } from "./lock/canvas.js";
import { colour } from "./lock/shading.js";
import { cover, place } from "./rule.js";
import { SolidDrag } from "./solid-drag.js";

const WALL = [128, 126, 120]; // the colour of blocked cells

export class SolidView {
  constructor(board) {
    this.board = board;
    this.view = new PackingCanvas({
      clicked: (brick) => this.clicked(brick),
      drag: (brick) => this.drag(brick),
      fades: false,
    });
    const { canvas } = this.view;
    canvas.dataset.testid = "solid-view";
    canvas.pointOf = (cell) => this.view.to(cell.map((part) => part + 0.5)).slice(0, 2);
    // Keys that turn the view do not move a piece too.
    canvas.addEventListener("keydown", (event) => {
      if (event.defaultPrevented && event.key !== "Escape") event.stopPropagation();
    });
    this.element = make(
      "div",
      { class: "solid", hidden: true },
      canvas,
      make("p", {
        class: "soft",
        text: "Drag a piece to move it; drag beside the pieces to turn the box.",
      }),
    );
    board.placed = () => this.follow();
    board.element.addEventListener("focusin", () => this.choose());
    board.element.addEventListener("focusout", () => this.choose());
  }

  /** Show the game of the board, if it has more than one layer. */
  show() {
    const { game, groups } = this.board;
    this.element.hidden = game.layers === 1;
    this.stains = groups.map((group) => colour(group.querySelector(".body").getAttribute("fill")));
    this.stains.push(WALL);
    this.view.canvas.setAttribute(
      "aria-label",
      `The box of ${game.layers} x ${game.rows} x ${game.cols} in space. Arrow keys turn it; the board below lists the pieces.`,
    );
    this.follow();
  }

  /** Show the arrangement of the board. */
  follow() {
    const { game, at } = this.board;
    if (!game || game.layers === 1 || !this.stains) return;
    const cells = (list) => list.map((cell) => place(game, cell));
    const placed = game.pieces.map(({ kind, name }, piece) => ({ name, cells: cells(cover(game, kind, at[piece])) }));
    if (game.blocked.length) placed.push({ name: "", cells: cells(game.blocked) });
    this.view.show({ placed, stains: this.stains }, [game.layers, game.rows, game.cols]);
    this.view.canvas.dataset.at = at.join(".");
    this.choose();
  }

  /** Mark the piece that has the focus. */
  choose() {
    if (this.view.packing) this.view.choose(this.board.focused());
  }

  /** Whether a brick is a piece; the last one may stand for the blocked cells. */
  movable(brick) {
    return brick >= 0 && brick < this.board.game.pieces.length;
  }

  drag(brick) {
    if (!this.movable(brick)) return null;
    this.board.grabbed();
    return new SolidDrag(this.board, this.view, brick);
  }

  clicked(brick) {
    if (this.movable(brick)) tap(this.board, brick);
  }

  leave() {
    this.view.leave();
  }
}
