// A board to play on: the server's picture, with pieces that can be moved.
//
// The picture contains the size of a cell and the corner of the box; a piece moves by its `transform`. The board keeps
// no history: it shows an arrangement, and reports gestures as moves `[{ pieces, path }]`.

import { Animator } from "./animate.js";
import { COUNTING, goalInWords, nameOf, pieceInWords } from "./describe.js";
import { drawing, make } from "./dom.js";
import { drag } from "./drag.js";
import { keys } from "./keys.js";
import { place, shifted, step, tiles } from "./rule.js";
import { still } from "./theme.js";

export class Board {
  /**
   * The board calls `played(moves)` after a gesture, `grabbed()` when a drag begins, and `stuck(piece, dir)` if a key
   * moves nothing. `pushes()` tells whether a piece pushes those in front of it, `alone()` whether each of them then
   * counts as a move.
   */
  constructor(
    element,
    { played = () => {}, pushes = () => false, alone = () => false, grabbed = () => {}, stuck = () => {} } = {},
  ) {
    Object.assign(this, { element, played, pushes, alone, grabbed, stuck, placed: () => {}, game: null });
    this.at = [];
    element.classList.add("board-frame");
    element.dataset.testid = "board";
    this.animator = new Animator((piece, x, y) => this.put(piece, x, y));
    drag(this);
    keys(this);
  }

  /** The arrangement on the board, also during a drag; `placed()` is called when it changes. */
  get at() {
    return this.arrangement;
  }

  set at(at) {
    this.arrangement = at;
    this.placed();
  }

  /** Show a game. */
  show(game, at) {
    this.game = game;
    this.svg = drawing(game.svg);
    const { cell, left, top, layer } = this.svg.dataset;
    this.cell = Number(cell);
    this.left = Number(left);
    this.top = Number(top);
    this.across = Number(layer) / this.cell;
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute(
      "aria-label",
      tiles(game) ? "Board: arrow keys move tiles into the blank" : "Board: arrow keys move the chosen piece",
    );
    this.counting = make("p", { class: "unseen", id: "board-counting", text: COUNTING });
    this.goal = make("p", { class: "goal-words", id: "board-goal", "data-testid": "goal-words" });
    this.svg.setAttribute("aria-describedby", "board-counting board-goal");
    fitted(this.svg);
    this.groups = game.pieces.map((_, piece) => this.svg.querySelector(`[data-piece="${piece}"]`));
    this.groups.forEach((group, piece) => {
      group.dataset.testid = `piece-${piece}`;
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", tiles(game) ? "-1" : "0");
    });
    if (tiles(game)) this.svg.setAttribute("tabindex", "0");
    const wanted = game.goals[0]?.[0]?.kind;
    this.chosen = Math.max(
      0,
      game.pieces.findIndex((piece) => piece.kind === wanted),
    );
    this.element.replaceChildren(this.svg, this.counting, this.goal);
    this.place(at, { glide: false });
  }

  /** Show an arrangement; pieces glide there unless `glide` is false. */
  place(at, { glide = true } = {}) {
    this.at = at;
    at.forEach((cell, piece) => {
      const to = this.xy(cell);
      const shown = this.animator.shown.get(piece);
      if (!glide || still() || !shown) this.animator.set(piece, to);
      else if (shown[0] !== to[0] || shown[1] !== to[1] || this.animator.routes.has(piece))
        this.animator.follow(piece, to);
    });
    this.label();
  }

  /** The place of a cell in the picture, in cells from the corner of the box. */
  xy(cell) {
    const [layer, row, col] = place(this.game, cell);
    return [layer * this.across + col, row];
  }

  put(piece, x, y) {
    const [left, top] = [this.left + x * this.cell, this.top + y * this.cell];
    this.groups[piece].setAttribute("transform", `translate(${left.toFixed(2)} ${top.toFixed(2)})`);
  }

  /** Say in words where the pieces are, and what is left to do. */
  label() {
    this.groups.forEach((group, piece) => {
      group.setAttribute("aria-label", pieceInWords(this.game, this.at, piece));
    });
    this.goal.textContent = goalInWords(this.game, this.at);
  }

  /** The name of a piece: `tile 7`, `piece 4`. */
  name(piece) {
    return nameOf(this.game, piece);
  }

  /** The place of the pointer in the picture, in cells. */
  point(event) {
    const to = this.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    return [(x - this.left) / this.cell, (y - this.top) / this.cell];
  }

  /** Show moves one after the other; `milliseconds` is the time of a step. */
  async perform(moves, milliseconds, signal) {
    for (const { pieces, path } of moves) {
      const points = new Map(pieces.map((piece) => [piece, [this.xy(this.at[piece])]]));
      let at = this.at;
      for (const dir of path) {
        at = step(this.game, at, pieces, dir) ?? at;
        for (const piece of pieces) points.get(piece).push(this.xy(at[piece]));
      }
      this.at = at;
      if (milliseconds > 0 && !still())
        await this.animator.animate(points, milliseconds * Math.sqrt(path.length), signal);
      if (signal?.aborted) return;
      this.place(at, { glide: false });
    }
  }

  /** Draw the path of a move over the board; `null` removes it. */
  hint(move) {
    this.svg?.querySelector(".hint")?.remove();
    for (const group of this.groups ?? []) group.classList.remove("hinted");
    if (!move) return;
    const arrows = make("svg:g", { class: "hint", "aria-hidden": "true", "data-testid": "hint-arrow" });
    for (const piece of move.pieces) {
      this.groups[piece].classList.add("hinted");
      const [ox, oy] = this.middle(piece);
      let cell = this.at[piece];
      const points = [this.xy(cell)];
      for (const dir of move.path) {
        cell = shifted(this.game, cell, dir);
        if (cell >= 0) points.push(this.xy(cell));
      }
      const [x, y] = points[0];
      const [u, v] = points[1] ?? points[0];
      points[0] = [x + 0.3 * Math.sign(u - x), y + 0.3 * Math.sign(v - y)];
      const drawn = points.map(([x, y]) => [this.left + (x + ox) * this.cell, this.top + (y + oy) * this.cell]);
      arrows.append(...arrow(drawn, this.cell));
    }
    this.svg.append(arrows);
  }

  /** The middle of a piece, in cells from its anchor's corner. */
  middle(piece) {
    const cells = this.game.kinds[this.game.pieces[piece].kind].cells;
    const mean = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length + 0.5;
    return [mean(2), mean(1)];
  }

  /** The piece that has the focus, or -1. */
  focused() {
    return this.groups?.indexOf(document.activeElement) ?? -1;
  }

  focus(piece) {
    this.groups[piece]?.focus({ preventScroll: true });
  }
}

/** Let a picture fill its container, up to `most` pixels per cell. */
export function fitted(svg, most = 112) {
  const { width } = svg.viewBox.baseVal;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.style.maxWidth = `${Math.round((width / Number(svg.dataset.cell)) * most)}px`;
}

/** An arrow through points. */
function arrow(points, cell) {
  const [[x, y], [u, v]] = points.slice(-2);
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [((u - x) / length) * cell * 0.2, ((v - y) / length) * cell * 0.2];
  const head = [
    [u + dx, v + dy],
    [u - dy, v + dx],
    [u + dy, v - dx],
  ];
  const text = (list) => list.map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ");
  return [
    make("svg:circle", { cx: points[0][0], cy: points[0][1], r: cell * 0.06 }),
    make("svg:polyline", { points: text(points), "stroke-width": cell * 0.08 }),
    make("svg:polygon", { points: text(head) }),
  ];
}
