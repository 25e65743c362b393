// The grid of cells on which a draft is painted, by pointer and by keys.

import { announce } from "../announce.js";
import { make } from "../dom.js";
import { cellAt, place } from "../rule.js";
import { where } from "./carrier.js";
import { colours } from "./colours.js";
import { covered, pieces, WALL } from "./draft.js";
import { named } from "./print.js";

const UNIT = 48;
const EDGE = 10;
const CAPTION = 24; // the height of the line with the numbers of the layers

/**
 * Calls `stroke(cell, phase)` with the phases `begin`, `go` and `end`, `hover(cell)` when the pointer or the cursor goes
 * to a cell without a press, and `pressed(key, cell)` for keys, which returns whether it used the key.
 */
export class Grid {
  constructor({ stroke, hover, pressed }) {
    Object.assign(this, { stroke, hover, pressed });
    this.cursor = 0;
    this.svg = make("svg:svg", {
      class: "paper",
      tabindex: "0",
      role: "application",
      "data-testid": "make-board",
      "aria-label": "Box to paint: arrow keys go from cell to cell, Enter paints, or picks up and puts down",
    });
    this.listen();
  }

  corner(cell) {
    const [layer, row, col] = place(this.draft, cell);
    return [EDGE + col * UNIT + layer * (this.draft.cols + 0.6) * UNIT, EDGE + row * UNIT];
  }

  /**
   * Show a draft in a mode: `start`, `move`, `goal` or `gates`. The pieces of `brush` and the cells `chosen` are framed,
   * the cells `lifted` are faint, and `ghost` is a piece that is carried: `{ cells, fits }`.
   */
  show(draft, { mode = "start", goal = 0, brush = 0, chosen = [], lifted = [], ghost = null } = {}) {
    Object.assign(this, { draft, mode, goal });
    this.cursor = Math.min(this.cursor, draft.cells.length - 1);
    const { layers, rows, cols } = draft;
    const all = pieces(draft);
    const names = named(draft, all);
    this.colours = colours(draft, names);
    const width = (layers * cols + (layers - 1) * 0.6) * UNIT + 2 * EDGE;
    const height = rows * UNIT + 2 * EDGE + (layers > 1 ? CAPTION : 0);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.maxWidth = `${Math.min(width * 1.6, 1.45 * width, 720)}px`;
    const floors = Array.from({ length: layers }, (_, layer) => {
      const [x, y] = this.corner(layer * rows * cols);
      return make("svg:rect", {
        class: "floor",
        x: x - 8,
        y: y - 8,
        width: cols * UNIT + 16,
        height: rows * UNIT + 16,
        rx: 9,
      });
    });
    const captions = Array.from({ length: layers > 1 ? layers : 0 }, (_, layer) => {
      const [x, y] = this.corner(layer * rows * cols);
      const at = { x: x + (cols * UNIT) / 2, y: y + rows * UNIT + EDGE + CAPTION / 2 };
      return make("svg:text", { class: "caption", "text-anchor": "middle", ...at }, `layer ${layer}`);
    });
    const cells = draft.cells.map((what, cell) => {
      const [x, y] = this.corner(cell);
      return make("svg:rect", {
        class: what === WALL ? "cell wall" : "cell",
        x,
        y,
        width: UNIT,
        height: UNIT,
        "data-cell": cell,
        "data-what": what,
        "data-testid": `make-cell-${cell}`,
      });
    });
    const sort = (piece) => {
      if ((mode !== "start" && mode !== "move") || lifted.includes(piece.cells[0])) return "piece aside";
      return piece.brush === brush || chosen.includes(piece.cells[0]) ? "piece chosen" : "piece";
    };
    const bodies = all.map((piece) => this.body(piece, names.get(piece.kind), sort(piece)));
    const carried = ghost ? [this.carried(ghost)] : [];
    const gates = Object.entries(draft.gates).map(([cell, who]) =>
      this.gate(
        Number(cell),
        who
          .map((one) => names.get(all.find((piece) => piece.brush === one)?.kind))
          .filter(Boolean)
          .join(""),
      ),
    );
    const wanted = (draft.goals[goal] ?? []).map((mark) => this.wanted(mark, all, names)).filter(Boolean);
    const [x, y] = this.corner(this.cursor);
    this.mark = make("svg:rect", { class: "cursor", x: x + 1, y: y + 1, width: UNIT - 2, height: UNIT - 2, rx: 4 });
    this.svg.replaceChildren(...floors, ...captions, ...cells, ...bodies, ...gates, ...wanted, ...carried, this.mark);
  }

  outline(cells, inset) {
    const own = new Set(cells);
    return cells
      .map((cell) => {
        const [x, y] = this.corner(cell);
        const [layer, row, col] = place(this.draft, cell);
        const right = own.has(cellAt(this.draft, layer, row, col + 1)) ? 2 * inset : 0;
        const down = own.has(cellAt(this.draft, layer, row + 1, col)) ? 2 * inset : 0;
        const corner = right && down && own.has(cellAt(this.draft, layer, row + 1, col + 1));
        const [w, h] = [UNIT - 2 * inset, UNIT - 2 * inset];
        const parts = [[0, 0, w, h]];
        if (right) parts.push([w, 0, right, h]);
        if (down) parts.push([0, h, w, down]);
        if (corner) parts.push([w, h, right, down]);
        return parts.map(([px, py, pw, ph]) => `M${x + inset + px} ${y + inset + py}h${pw}v${ph}h${-pw}z`).join("");
      })
      .join("");
  }

  body(piece, name, sort) {
    const fill = this.colours.get(piece.kind);
    const frame =
      sort === "piece chosen" ? make("svg:path", { class: "frame", d: this.outline(piece.cells, 2) }) : null;
    return make(
      "svg:g",
      { class: sort, "data-kind": name },
      frame,
      make("svg:path", { class: "body", d: this.outline(piece.cells, 4.5), fill, stroke: fill }),
      this.letters(piece.cells, name),
    );
  }

  /** A piece in the hand. */
  carried({ cells, fits }) {
    return make(
      "svg:g",
      { class: fits ? "carried" : "carried amiss", "data-testid": "make-carried", "data-cells": cells.join(" ") },
      make("svg:path", { d: this.outline(cells, 4.5) }),
    );
  }

  /** The name of a piece, on its first cell in each layer. */
  letters(cells, name) {
    const layer = (cell) => place(this.draft, cell)[0];
    return cells
      .filter((cell, at) => at === 0 || layer(cell) !== layer(cells[at - 1]))
      .map((cell) => {
        const [x, y] = this.corner(cell);
        return make(
          "svg:text",
          { x: x + UNIT / 2, y: y + UNIT / 2, "text-anchor": "middle", "dominant-baseline": "central" },
          name,
        );
      });
  }

  wanted({ brush, at }, all, names) {
    const cells = covered(this.draft, brush, at, all);
    if (!cells) return null;
    const bright = this.mode === "goal";
    const fill = this.colours.get(all.find((piece) => piece.brush === brush).kind);
    return make(
      "svg:g",
      { class: bright ? "wanted" : "wanted aside" },
      bright ? make("svg:path", { class: "body", d: this.outline(cells, 4.5), fill, stroke: fill }) : null,
      cells.map((cell) => {
        const [cx, cy] = this.corner(cell);
        return make("svg:path", { class: "edge", d: this.edges(cells, cell, cx, cy) });
      }),
      bright ? this.letters(cells, names.get(all.find((piece) => piece.brush === brush).kind)) : null,
    );
  }

  /** The sides of a cell that are on the outline. */
  edges(cells, cell, x, y) {
    const [layer, row, col] = place(this.draft, cell);
    const has = (r, c) => cells.includes(cellAt(this.draft, layer, row + r, col + c));
    const [a, b] = [2, UNIT - 2];
    return [
      has(-1, 0) ? "" : `M${x + (has(0, -1) ? 0 : a)} ${y + a}H${x + (has(0, 1) ? UNIT : b)}`,
      has(1, 0) ? "" : `M${x + (has(0, -1) ? 0 : a)} ${y + b}H${x + (has(0, 1) ? UNIT : b)}`,
      has(0, -1) ? "" : `M${x + a} ${y + (has(-1, 0) ? 0 : a)}V${y + (has(1, 0) ? UNIT : b)}`,
      has(0, 1) ? "" : `M${x + b} ${y + (has(-1, 0) ? 0 : a)}V${y + (has(1, 0) ? UNIT : b)}`,
    ].join("");
  }

  gate(cell, names) {
    const [x, y] = this.corner(cell);
    return make(
      "svg:g",
      { class: "gate" },
      make("svg:path", {
        d: `M${x + 4} ${y + 14}L${x + 14} ${y + 4}M${x + 4} ${y + 26}L${x + 26} ${y + 4}M${x + 4} ${y + 38}L${x + 38} ${y + 4}M${x + 10} ${y + 44}L${x + 44} ${y + 10}M${x + 22} ${y + 44}L${x + 44} ${y + 22}M${x + 34} ${y + 44}L${x + 44} ${y + 34}`,
      }),
      make("svg:text", { x: x + UNIT - 6, y: y + 12, "text-anchor": "end" }, names),
    );
  }

  listen() {
    const { svg } = this;
    let held = null;
    const under = (event) => {
      const found = document
        .elementsFromPoint(event.clientX, event.clientY)
        .find((one) => one.dataset?.cell && svg.contains(one));
      return found ? Number(found.dataset.cell) : -1;
    };
    svg.addEventListener("pointerdown", (event) => {
      const cell = under(event);
      if (event.button > 0 || held !== null || cell < 0) return;
      held = event.pointerId;
      svg.setPointerCapture(held);
      this.cursor = cell;
      this.stroke(cell, "begin");
    });
    svg.addEventListener("pointermove", (event) => {
      const cell = under(event);
      if (cell < 0) return;
      if (held === null) return this.hover(cell);
      if (held !== event.pointerId || cell === this.cursor) return;
      this.cursor = cell;
      this.stroke(cell, "go");
    });
    const end = (event) => {
      if (held !== event.pointerId) return;
      held = null;
      this.stroke(this.cursor, "end");
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", end);
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = {
      ArrowLeft: [0, 0, -1],
      ArrowRight: [0, 0, 1],
      ArrowUp: [0, -1, 0],
      ArrowDown: [0, 1, 0],
      PageUp: [-1, 0, 0],
      PageDown: [1, 0, 0],
    }[event.key];
    if (by) {
      const to = cellAt(this.draft, ...place(this.draft, this.cursor).map((part, axis) => part + by[axis]));
      if (to >= 0) this.cursor = to;
      const [x, y] = this.corner(this.cursor);
      this.mark.setAttribute("x", x + 1);
      this.mark.setAttribute("y", y + 1);
      announce(this.words(this.cursor));
      this.hover(this.cursor);
    } else if (this.pressed(event.key.toLowerCase(), this.cursor)) {
      // The editor used the key.
    } else if (event.key === "Enter" || event.key === " ") {
      this.stroke(this.cursor, "begin");
      this.stroke(this.cursor, "end");
      announce(this.words(this.cursor));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The content of a cell in words. */
  words(cell) {
    const all = pieces(this.draft);
    const piece = all.find((one) => one.cells.includes(cell));
    const what = piece
      ? `piece ${named(this.draft, all).get(piece.kind)}`
      : this.draft.cells[cell] === WALL
        ? "blocked"
        : "empty";
    const goal = (this.draft.goals[this.goal] ?? []).some((mark) =>
      covered(this.draft, mark.brush, mark.at, all)?.includes(cell),
    )
      ? ", marked in the goal"
      : "";
    const gate = this.draft.gates[cell] ? ", a gate" : "";
    return `${where(this.draft, cell)}: ${what}${gate}${goal}`;
  }
}
