// The form for the box, the pieces and the conditions.

import { constants } from "../constants.js";
import { STYLES } from "../count.js";
import { button, make } from "../dom.js";

const { kits } = constants.design;
const OWN = "own"; // the choice of pieces that are written out

/** The fields of a request that are texts, and those that are numbers. */
const TEXTS = ["box", "pieces", "holes", "walls", "goal", "style", "moves", "unique", "minimal"];
const NUMBERS = ["most_pieces", "number", "seed", "seconds"];

/** The request that the query of an address describes, or `null`. */
export function requestIn(query) {
  if (!query.get("box")) return null;
  const request = { pieces: kits[0].name };
  for (const name of TEXTS) if (query.get(name)) request[name] = query.get(name);
  for (const name of NUMBERS) if (query.get(name)) request[name] = Number(query.get(name));
  if (query.get("all_move") === "true") request.all_move = true;
  return request;
}

/** The search that the view offers first. */
export const first = { box: kits[0].box, pieces: kits[0].name };

/** Calls `start(request)` with what to search for, and `stop()` to cancel the search. */
export class DesignForm {
  constructor({ start, stop }) {
    this.kept = {}; // what a link gives and the form does not show
    const number = (label, testid, props = {}) => {
      const input = make("input", { type: "number", min: 1, inputmode: "numeric", "data-testid": testid, ...props });
      return [input, make("label", {}, make("span", { text: label }), input)];
    };
    const text = (label, testid, placeholder) => {
      const input = make("input", { autocomplete: "off", spellcheck: "false", placeholder, "data-testid": testid });
      return [input, make("label", {}, make("span", { text: label }), input)];
    };
    const select = (label, testid, options, change = () => {}) => {
      const input = make("select", { "data-testid": testid, on: { change } }, options);
      return [input, make("label", { class: "wide" }, make("span", { text: label }), input)];
    };
    const check = (label, testid, value, title) => {
      const input = make("input", { type: "checkbox", value, "data-testid": testid });
      return [input, make("label", { class: "check", title }, input, make("span", { text: label }))];
    };
    const most = constants.most_cells;
    const [kit, kitLabel] = select(
      "Pieces",
      "design-kit",
      [...kits, { name: OWN, title: "Your own pieces" }].map(({ name, title }) =>
        make("option", { value: name, text: title }),
      ),
      () => this.chosen(true),
    );
    const [rows, rowsLabel] = number("Rows", "design-rows", { max: most, required: true });
    const [cols, colsLabel] = number("Columns", "design-cols", { max: most, required: true });
    const [pieces, piecesLabel] = text("Numbers and shapes", "design-pieces", kits[0].pieces);
    const [goal, goalLabel] = text("Goal", "design-goal", "2x2@3,1");
    const [holes, holesLabel] = text("Empty cells", "design-holes", "any number");
    const [least, leastLabel] = number("Moves from", "design-least");
    const [longest, longestLabel] = number("to", "design-longest", { "aria-label": "Moves to" });
    const [fewest, fewestLabel] = number("Pieces at most", "design-most-pieces");
    const [style, styleLabel] = select(
      "One move is",
      "design-style",
      Object.values(STYLES)
        .filter(({ set }) => !set)
        .map(({ name, meaning }) => make("option", { value: name, text: `${name}: ${meaning}` })),
    );
    const [unique, uniqueLabel] = check("unique", "design-unique", "sequences", "There is one shortest solution");
    const [minimal, minimalLabel] = check(
      "every piece needed",
      "design-minimal",
      "strict",
      "No piece can be removed without making the puzzle shorter",
    );
    const [moving, movingLabel] = check(
      "every piece moves",
      "design-all-move",
      "true",
      "Every piece moves in some shortest solution",
    );
    this.meaning = make("p", { class: "soft wide", id: "design-meaning" });
    kit.setAttribute("aria-describedby", "design-meaning");
    piecesLabel.classList.add("wide");
    Object.assign(this, { kit, rows, cols, pieces, goal, holes, least, longest, fewest, style });
    Object.assign(this, { unique, minimal, moving, own: [piecesLabel, goalLabel] });
    this.go = make("button", { type: "submit", class: "first", text: "Find", "data-testid": "design-start" });
    this.stop = button("Stop", stop, { "data-testid": "design-stop", disabled: true });
    const submit = (event) => {
      event.preventDefault();
      start(this.request());
    };
    this.element = make(
      "form",
      { class: "design-form", on: { submit } },
      make(
        "div",
        { class: "fields" },
        kitLabel,
        this.meaning,
        piecesLabel,
        [rowsLabel, colsLabel, leastLabel, longestLabel, holesLabel, fewestLabel, goalLabel],
        styleLabel,
      ),
      make("div", { class: "checks" }, uniqueLabel, minimalLabel, movingLabel),
      make("div", { class: "row" }, this.go, this.stop),
    );
  }

  /** Show the fields of the chosen pieces; `usual` also fills in the box for which a kit is known. */
  chosen(usual = false) {
    const kit = kits.find(({ name }) => name === this.kit.value);
    for (const field of this.own) field.hidden = Boolean(kit);
    this.meaning.textContent = kit
      ? `${kit.meaning.charAt(0).toUpperCase()}${kit.meaning.slice(1)}.`
      : "A word is a number or a range, an asterisk and a shape: 1x2 lies, 2x1 stands, 2x1|1x2 does either. The goal is by default the first piece at the bottom centre.";
    this.holes.placeholder = kit?.holes ?? "any number";
    if (!usual) return;
    this.holes.value = "";
    if (kit) [this.rows.value, this.cols.value] = kit.box.split("x");
    else this.pieces.value ||= kits[0].pieces;
  }

  /** The body of the question `design`. */
  request() {
    const own = this.kit.value === OWN;
    const [from, to] = [this.least, this.longest].map(({ value }) => value.trim());
    const ticked = (input) => (input.checked ? input.value : null);
    const request = {
      ...this.kept,
      box: `${this.rows.value.trim()}x${this.cols.value.trim()}`,
      pieces: own ? this.pieces.value.trim() : this.kit.value,
      goal: own ? this.goal.value.trim() : null,
      holes: this.holes.value.trim(),
      moves: from || to ? `${from}..${to}` : null,
      most_pieces: Number(this.fewest.value) || null,
      style: this.style.selectedIndex === this.usualStyle ? null : this.style.value,
      unique: ticked(this.unique),
      minimal: ticked(this.minimal),
      all_move: this.moving.checked || null,
    };
    return Object.fromEntries(Object.entries(request).filter(([, value]) => value));
  }

  fill({ box, pieces, goal, holes, moves, most_pieces, style, unique, minimal, all_move, ...kept }) {
    this.kept = kept;
    const named = kits.some(({ name }) => name === pieces);
    this.kit.value = named ? pieces : OWN;
    this.pieces.value = named ? "" : pieces;
    this.goal.value = goal ?? "";
    [this.rows.value, this.cols.value = ""] = box.split(/ ?[x×] ?/);
    this.holes.value = holes ?? "";
    const [from, to = from] = moves?.split("..") ?? ["", ""];
    [this.least.value, this.longest.value] = [from, to];
    this.fewest.value = most_pieces ?? "";
    this.usualStyle = [...this.style.options].findIndex(({ value }) => value === "move");
    if (style) this.style.value = style;
    else this.style.selectedIndex = this.usualStyle;
    for (const [input, how] of [
      [this.unique, unique],
      [this.minimal, minimal],
    ]) {
      input.checked = Boolean(how);
      if (how) input.value = how;
    }
    this.moving.checked = Boolean(all_move);
    this.chosen();
  }

  busy(is) {
    this.stop.disabled = !is;
    this.element.setAttribute("aria-busy", String(is));
  }
}
