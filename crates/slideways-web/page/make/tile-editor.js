// The editor of a position of tiles: two tiles that are pressed are exchanged, and a tile that is dragged to another.

import { constants } from "../constants.js";
import { make } from "../dom.js";
import { place } from "../rule.js";

/** Exchanges the tiles of two cells, pressed one after the other or joined by a drag, and calls `changed(text)`. */
export class TileEditor {
  constructor({ changed }) {
    this.changed = changed;
    this.first = -1;
    this.element = make("div", {
      class: "tray",
      role: "group",
      "aria-label": "Tiles: press two to swap them",
      "data-testid": "make-tray",
    });
    this.listen();
  }

  /** A press that ends on another cell is a drag; the browser makes no click of it. */
  listen() {
    const cellOf = (element) => [...this.element.children].indexOf(element?.closest(".tile"));
    let from = -1;
    this.element.addEventListener("pointerdown", (event) => {
      from = event.button > 0 ? -1 : cellOf(event.target);
    });
    this.element.addEventListener("pointerup", (event) => {
      const to = cellOf(document.elementFromPoint(event.clientX, event.clientY));
      if (from >= 0 && to >= 0 && to !== from) this.exchange(from, to);
      from = -1;
    });
  }

  show(game) {
    this.game = game;
    const numbers = new Array(game.rows * game.cols).fill("");
    const fills = new Map(game.pieces.map((piece) => [piece.name, piece.colour]));
    for (const piece of game.pieces) numbers[piece.at] = piece.name;
    this.numbers = numbers;
    this.first = -1;
    this.element.style.setProperty("--cols", game.cols);
    this.element.replaceChildren(
      ...numbers.map((name, cell) => {
        const [, row, col] = place(game, cell);
        const tile = make("button", {
          type: "button",
          class: name ? "tile" : "tile blank",
          "aria-pressed": "false",
          "aria-label": `${name ? `tile ${name}` : "blank"}, row ${row}, column ${col}`,
          "data-testid": `make-tile-${cell}`,
          text: name,
          on: { click: () => this.press(cell) },
        });
        if (name) tile.style.background = fills.get(name);
        return tile;
      }),
    );
  }

  press(cell) {
    const tiles = this.element.children;
    if (this.first < 0) {
      this.first = cell;
      return tiles[cell].setAttribute("aria-pressed", "true");
    }
    const first = this.first;
    this.first = -1;
    tiles[first].setAttribute("aria-pressed", "false");
    if (first !== cell) this.exchange(first, cell);
  }

  exchange(one, other) {
    [this.numbers[one], this.numbers[other]] = [this.numbers[other], this.numbers[one]];
    this.changed(this.text());
    this.element.children[other]?.focus();
  }

  /** The position in rows. */
  text() {
    const { rows, cols } = this.game;
    return Array.from({ length: rows }, (_, row) =>
      this.numbers
        .slice(row * cols, (row + 1) * cols)
        .map((name) => name || "0")
        .join(" "),
    ).join("/");
  }
}

/** The goals for tiles, as a list to choose from; calls `chosen(goal)`. */
export function goals(goal, chosen) {
  const known = constants.goals;
  const all = goal && !known.includes(goal) ? [...known, goal] : known;
  return make(
    "label",
    { class: "line" },
    make("span", { text: "goal " }),
    make(
      "select",
      { "data-testid": "make-tile-goal", on: { change: (event) => chosen(event.target.value) } },
      all.map((value) =>
        make("option", { value, text: value.replace("-", " "), selected: value === (goal ?? known[0]) }),
      ),
    ),
  );
}
