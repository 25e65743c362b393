// The form for box, bricks and options.

import { button, make } from "../dom.js";

const PRESETS = [
  ["3x3x3", "2x2x1"],
  ["4x4x4", "2x2x1"],
  ["8x8", "2x1"],
  ["5x5", "2x1"],
  ["5x5x5", "3x2x1"],
  ["3x3x3", "2x1x1"],
  ["6x6", "101/111"],
];

/** Calls `start(request)` with what to search for, and `stop()` to cancel the search. */
export class LockForm {
  constructor({ start, stop }) {
    this.start = start;
    const field = (name, label, hint, testid) => {
      const input = make("input", {
        name,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: hint,
        "data-testid": testid,
      });
      return [input, make("label", {}, make("span", { text: label }), input)];
    };
    const [box, boxLabel] = field("box", "Box", "4x4x4", "lock-box");
    const [bricks, bricksLabel] = field("bricks", "Bricks", "2x2x1", "lock-bricks");
    this.box = box;
    this.bricks = bricks;
    this.preset = make(
      "select",
      {
        "aria-label": "Examples",
        "data-testid": "lock-preset",
        on: { change: () => this.usePreset(this.preset.value) },
      },
      make("option", { value: "", text: "Examples …" }),
      PRESETS.map(([box, bricks]) =>
        make("option", {
          value: `${box} ${bricks}`,
          text: `${box.replaceAll("x", " × ")} with ${bricks.replaceAll("x", " × ")}`,
        }),
      ),
    );
    const check = (label, testid, title) => {
      const input = make("input", { type: "checkbox", "data-testid": testid });
      return [input, make("label", { class: "check", title }, input, make("span", { text: label }))];
    };
    const [fewest, fewestLabel] = check(
      "fewest pieces only",
      "lock-fewest",
      "Find the smallest number of pieces that locks the box, and all packings with that number",
    );
    const [maximal, maximalLabel] = check(
      "maximal (nothing can be added)",
      "lock-maximal",
      "Count only packings to which no piece can be added",
    );
    const [set, setLabel] = check(
      "no group of pieces slides",
      "lock-strength",
      "Not even several pieces together can slide; this matters for hooked pieces, not for bricks",
    );
    Object.assign(this, { fewest, maximal, set });
    const submit = (event) => {
      event.preventDefault();
      start(this.request());
    };
    this.go = make("button", { type: "submit", class: "first", text: "Find packings", "data-testid": "lock-start" });
    this.stop = button("Stop", stop, { "data-testid": "lock-stop", disabled: true });
    this.element = make(
      "form",
      { class: "lock-form", on: { submit } },
      make("div", { class: "fields" }, this.preset, boxLabel, bricksLabel),
      make("div", { class: "checks" }, fewestLabel, maximalLabel, setLabel),
      make("div", { class: "row" }, this.go, this.stop),
    );
  }

  usePreset(text) {
    if (!text) return;
    [this.box.value, this.bricks.value] = text.split(" ");
    this.start(this.request());
  }

  /** The body of the question `lock`. */
  request() {
    const request = {
      box: this.box.value.trim(),
      bricks: this.bricks.value
        .trim()
        .split(/[\s,;]+/)
        .filter(Boolean),
    };
    if (this.fewest.checked) request.fewest = true;
    if (this.maximal.checked) request.maximal = true;
    if (this.set.checked) request.strength = "set";
    return request;
  }

  fill({ box, bricks, fewest, maximal, strength }) {
    this.box.value = box;
    this.bricks.value = bricks.join(" ");
    this.fewest.checked = Boolean(fewest);
    this.maximal.checked = Boolean(maximal);
    this.set.checked = strength === "set";
  }

  busy(is) {
    this.stop.disabled = !is;
    this.element.setAttribute("aria-busy", String(is));
  }
}

/** Layers, rows and columns of a box such as 4x4x4 or 8x8. */
export function sides(box) {
  const found = box.split(/[x×]/i).map((side) => Number(side));
  return found.length === 2 ? [1, ...found] : found;
}
