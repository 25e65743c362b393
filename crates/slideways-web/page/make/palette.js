// The brushes, and the traits of the chosen one.

import { button, make } from "../dom.js";
import { colours } from "./colours.js";
import { brush, pieces, WALL } from "./draft.js";
import { alike, apartFrom, changed } from "./paint.js";
import { named } from "./print.js";

/** Calls `change(draft)` with a draft whose brushes have changed, and `chose()` when another brush is chosen. */
export class Palette {
  constructor({ change, chose }) {
    Object.assign(this, { change, chose });
    this.chosen = 1;
    this.row = make("div", { class: "brushes", role: "radiogroup", "aria-label": "Brush" });
    this.traits = make("div", { class: "traits" });
    this.row.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const all = [...this.row.querySelectorAll("button")];
      const next = all[(all.indexOf(document.activeElement) + by + all.length) % all.length];
      if (!by || !next) return;
      event.preventDefault();
      next.focus();
      next.click();
    });
  }

  /** Show the brushes of a draft that a mode needs. */
  show(draft, mode) {
    Object.assign(this, { draft, mode });
    this.row.hidden = mode === "move";
    const all = pieces(draft);
    const names = named(draft, all);
    const fills = colours(draft, names);
    const used = [...new Set([...all.map((piece) => piece.brush), ...Object.keys(draft.brushes).map(Number)])].sort(
      (a, b) => a - b,
    );
    const numbers = mode === "start" ? used : used.filter((number) => all.some((piece) => piece.brush === number));
    this.free = Math.max(0, this.chosen, ...used) + 1;
    if (mode === "start" && !numbers.includes(this.chosen) && this.chosen > 0) numbers.push(this.chosen);
    if (mode !== "start" && !numbers.includes(this.chosen)) this.chosen = numbers[0] ?? 1;
    const focused = this.row.contains(document.activeElement);
    const item = (number, label, title, testid) => {
      const press = make(
        "button",
        {
          type: "button",
          role: "radio",
          class: "brush",
          title,
          "aria-label": title,
          "aria-checked": String(this.chosen === number),
          tabindex: this.chosen === number ? "0" : "-1",
          "data-testid": testid,
          on: { click: () => this.choose(number) },
        },
        label,
      );
      const fill = fills.get(all.find((piece) => piece.brush === number)?.kind);
      if (fill) press.style.setProperty("--stain", fill);
      return press;
    };
    const letters = (number) =>
      [...new Set(all.filter((piece) => piece.brush === number).map((piece) => names.get(piece.kind)))].join("") || "·";
    // Pieces of one kind that touch have several brushes; these are numbered.
    const label = (number) => {
      const same = numbers.filter((other) => letters(other) === letters(number));
      return same.length > 1 ? `${letters(number)}${lowered(same.indexOf(number) + 1)}` : letters(number);
    };
    const items = numbers.map((number) =>
      item(
        number,
        label(number),
        `Brush ${number}${letters(number) === "·" ? "" : `: kind ${[...letters(number)].join(", ")}`}`,
        `make-brush-${number}`,
      ),
    );
    if (mode === "start") {
      items.push(item(this.free, "+", "New brush, for pieces that touch others", "make-brush-new"));
      items.push(item(WALL, "▒", "Blocked cells", "make-brush-wall"), item(0, "⌫", "Empty cells", "make-brush-erase"));
    }
    this.row.replaceChildren(...items);
    if (focused) this.row.querySelector('[aria-checked="true"]')?.focus();
    this.trait(all);
  }

  choose(number) {
    this.chosen = number;
    this.chose();
  }

  /** Show the traits of the chosen brush. */
  trait(all) {
    const number = this.chosen;
    if (this.mode !== "start" || number <= 0) return this.traits.replaceChildren();
    const { apart, group, along } = this.draft.brushes[number] ?? brush();
    const check = (label, is, set, testid, title) =>
      make(
        "label",
        { class: "check", title },
        make("input", {
          type: "checkbox",
          checked: is,
          "data-testid": testid,
          on: { change: (event) => this.change(set(event.target.checked)) },
        }),
        make("span", { text: label }),
      );
    const options = [
      ["", "anywhere"],
      ["row", "along its row"],
      ["column", "along its column"],
      ...(this.draft.layers > 1 ? [["layer", "across the layers"]] : []),
    ];
    this.traits.replaceChildren(
      check(
        "separate parts are one piece",
        apart,
        (is) => changed(this.draft, number, { apart: is }),
        "make-apart",
        "All cells of this brush are one piece, even if they do not touch",
      ),
      check(
        "not interchangeable with same-shaped pieces",
        group > 0,
        (is) => apartFrom(this.draft, number, is),
        "make-own",
        "The pieces of this brush are a separate kind",
      ),
      make(
        "label",
        { class: "line" },
        make("span", { text: "moves " }),
        make(
          "select",
          {
            "data-testid": "make-along",
            on: { change: (event) => this.change(changed(this.draft, number, { along: event.target.value || null })) },
          },
          options.map(([value, text]) => make("option", { value, text, selected: (along ?? "") === value })),
        ),
      ),
      all.some((piece) => this.draft.brushes[piece.brush]?.group > 0)
        ? button("Make same-shaped pieces one kind", () => this.change(alike(this.draft)), {
            "data-testid": "make-alike",
            class: "quiet",
          })
        : "",
    );
  }
}

/** A number in subscript digits. */
function lowered(number) {
  return [...String(number)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");
}
