// The editor: the grid with its modes, its palette and its size.

import { announce } from "../announce.js";
import { constants } from "../constants.js";
import { button, make } from "../dom.js";
import { Carrier } from "./carrier.js";
import { Grid } from "./grid.js";
import { lostPieces } from "./lost.js";
import { MODES, Stroke } from "./modes.js";
import { resized, wantAll } from "./paint.js";
import { Palette } from "./palette.js";

const LONGEST = 32; // cells on one side of the box

/**
 * Calls `painted(draft, { whole, typing })` after each change; `whole` means that a stroke has ended, `typing` names
 * the field whose text has changed.
 */
export class Editor {
  constructor({ painted }) {
    Object.assign(this, { painted, mode: "start", goal: 0, stroke: null });
    this.grid = new Grid({
      stroke: (cell, phase) => (this.mode === "move" ? this.carrier.press(cell, phase) : this.paintCell(cell, phase)),
      hover: (cell) => this.mode === "move" && this.carrier.hover(cell),
      pressed: (key, cell) => this.mode === "move" && this.carrier.key(key, cell),
    });
    this.palette = new Palette({
      change: (draft) => painted(draft, { whole: true }),
      chose: () => this.show(this.draft),
    });
    this.carrier = new Carrier({
      changed: (draft, lost = "") => {
        painted(draft, { whole: true });
        this.tell(lost);
      },
      moved: () => this.show(this.draft),
      unfocused: () => this.grid.svg.focus(),
    });
    this.title = make("input", {
      type: "text",
      class: "title",
      placeholder: "Untitled puzzle",
      "data-testid": "make-title",
      on: { input: () => painted({ ...this.draft, title: this.title.value }, { whole: true, typing: "title" }) },
    });
    const size = (name, testid) =>
      make("input", {
        type: "number",
        min: 1,
        max: LONGEST,
        "aria-label": name,
        "data-testid": testid,
        on: { change: () => this.size() },
      });
    this.rows = size("Rows", "make-size-rows");
    this.cols = size("Columns", "make-size-cols");
    this.layers = size("Layers", "make-size-layers");
    this.modes = make(
      "div",
      { class: "choice", role: "group", "aria-label": "Mode" },
      MODES.map(([mode, label]) =>
        make("button", {
          type: "button",
          "data-mode": mode,
          "data-testid": `make-mode-${mode}`,
          text: label,
          on: { click: () => this.turn(mode) },
        }),
      ),
    );
    this.hint = make("p", { class: "soft hint-line" });
    this.note = make("p", { class: "note-line", "data-testid": "make-note", hidden: true });
    this.goals = make("div", { class: "row goals" });
    this.element = make(
      "div",
      { class: "editor" },
      make("label", { class: "line" }, make("span", { text: "Title " }), this.title),
      make(
        "div",
        { class: "row bar" },
        make(
          "div",
          { class: "row" },
          make("label", { class: "line" }, make("span", { text: "Size " }), this.rows, "×", this.cols),
          make("label", { class: "line" }, make("span", { text: "Layers " }), this.layers),
        ),
        this.modes,
      ),
      this.palette.row,
      this.carrier.tools,
      make("div", { class: "under-lamp" }, this.grid.svg),
      this.note,
      this.hint,
      this.palette.traits,
      this.goals,
    );
  }

  show(draft) {
    this.draft = draft;
    this.goal = Math.min(this.goal, draft.goals.length - 1);
    if (this.title.value !== draft.title) this.title.value = draft.title;
    if (document.activeElement !== this.rows) this.rows.value = draft.rows;
    if (document.activeElement !== this.cols) this.cols.value = draft.cols;
    if (document.activeElement !== this.layers) this.layers.value = draft.layers;
    for (const one of this.modes.children) one.setAttribute("aria-pressed", String(one.dataset.mode === this.mode));
    this.hint.textContent = MODES.find(([mode]) => mode === this.mode)[2];
    this.palette.show(draft, this.mode);
    this.carrier.show(draft, this.mode === "move");
    const brush = this.mode === "start" ? this.palette.chosen : 0;
    this.grid.show(draft, { mode: this.mode, goal: this.goal, brush, ...this.carrier.scene() });
    this.alternatives();
  }

  turn(mode) {
    this.mode = mode;
    this.show(this.draft);
  }

  /** The alternative goals: reaching one of them solves the puzzle. */
  alternatives() {
    const { draft } = this;
    this.goals.hidden = this.mode !== "goal";
    const pick = (goal) => {
      this.goal = goal;
      this.show(this.draft);
    };
    const now = (goals) => this.painted({ ...draft, goals }, { whole: true });
    const list =
      draft.goals.length > 1
        ? make(
            "select",
            { "aria-label": "Goal", on: { change: (event) => pick(Number(event.target.value)) } },
            draft.goals.map((_, goal) =>
              make("option", {
                value: goal,
                text: `goal ${goal + 1} of ${draft.goals.length}`,
                selected: goal === this.goal,
              }),
            ),
          )
        : "";
    this.goals.replaceChildren(
      list,
      button("Whole arrangement", () => this.painted(wantAll(draft, this.goal), { whole: true }), {
        "data-testid": "make-goal-whole",
        title: "Mark every piece where it starts; then drag the marks",
      }),
      button("Clear", () => now(draft.goals.map((goal, number) => (number === this.goal ? [] : goal))), {
        "data-testid": "make-goal-clear",
      }),
      button(
        "Add a goal",
        () => {
          this.goal = draft.goals.length;
          now([...draft.goals, []]);
        },
        { "data-testid": "make-goal-more", title: "Add an alternative goal" },
      ),
      draft.goals.length > 1
        ? button("Remove this goal", () => now(draft.goals.filter((_, number) => number !== this.goal)))
        : "",
    );
  }

  size() {
    const { draft } = this;
    const inputs = [this.rows, this.cols, this.layers];
    const sides = inputs.map((input) => Math.round(Number(input.value)));
    const few = sides.reduce((product, side) => product * side, 1) <= constants.most_cells;
    if (few && sides.every((side) => side >= 1 && side <= LONGEST)) {
      const next = resized(draft, ...sides);
      this.painted(next, { whole: true });
      return this.tell(lostPieces(draft, next));
    }
    [draft.rows, draft.cols, draft.layers].forEach((side, at) => {
      inputs[at].value = side;
    });
    this.tell(`A box has at most ${constants.most_cells} cells, and 1 to ${LONGEST} on each side.`);
  }

  /** Show a sentence under the box, until the next change; "" removes it. */
  tell(sentence) {
    this.note.textContent = sentence;
    this.note.hidden = !sentence;
    if (sentence) announce(sentence);
  }

  paintCell(cell, phase) {
    if (phase === "begin")
      this.stroke = new Stroke({
        draft: this.draft,
        mode: this.mode,
        cell,
        chosen: this.palette.chosen,
        goal: this.goal,
      });
    if (!this.stroke) return;
    const next = this.stroke.at(this.draft, cell, phase === "end");
    this.stroke.changed ||= next !== this.draft;
    if (next !== this.draft) this.painted(next, { whole: false });
    if (phase !== "end") return;
    if (this.stroke.changed) this.painted(this.draft, { whole: true });
    this.stroke = null;
  }
}
