// The text of a puzzle, with the error marked in it.
//
// A text area cannot mark a part of its text. A copy behind it, in the same type on the same lines, does.

import { button, make } from "../dom.js";
import { errorBox } from "../errors.js";

export class TextField {
  constructor({ typed }) {
    this.area = make("textarea", {
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      rows: 14,
      wrap: "off",
      "aria-label": "Puzzle text, a position of tiles, or any other notation",
      "data-testid": "make-text",
      on: { input: () => typed(this.area.value), scroll: () => this.follow() },
    });
    this.behind = make("div", { class: "behind", "aria-hidden": "true" });
    this.errors = make("div", { class: "make-errors", id: "make-errors", "data-testid": "make-error" });
    this.element = make(
      "div",
      { class: "text-field" },
      make("div", { class: "layers-of-text" }, this.behind, this.area),
      this.errors,
    );
    this.area.setAttribute("aria-describedby", "make-errors");
  }

  set(text) {
    if (this.area.value !== text) this.area.value = text;
    this.mark(null);
  }

  follow() {
    this.behind.scrollTop = this.area.scrollTop;
    this.behind.scrollLeft = this.area.scrollLeft;
  }

  /** Show an error; `null` clears it. */
  mark(error) {
    const text = this.area.value;
    this.area.setAttribute("aria-invalid", String(Boolean(error)));
    const [from, to] = error?.span ? between(text, error.span) : [0, 0];
    const show = () => {
      this.area.focus();
      this.area.setSelectionRange(from, to);
    };
    const place = error?.line ? `Go to line ${error.line}, column ${error.column}` : null;
    this.errors.replaceChildren(
      ...(error ? [errorBox(error, text)] : []),
      ...(place ? [button(place, show, { class: "quiet", "data-testid": "make-error-place" })] : []),
    );
    if (!error?.span) this.behind.textContent = "";
    else
      this.behind.replaceChildren(
        text.slice(0, from),
        make("mark", { text: text.slice(from, to) || " " }),
        `${text.slice(to)}\n`,
      );
    this.follow();
  }

  /** Add warnings. */
  warn(warnings) {
    for (const warning of warnings) {
      const note = errorBox(warning, this.area.value);
      note.classList.add("mild");
      note.setAttribute("role", "status");
      note.firstChild.textContent = note.firstChild.textContent.replace(/^error/, "warning");
      this.errors.append(note);
    }
  }
}

/** A span of UTF-8 bytes as indices of a string. */
function between(text, [first, last]) {
  const bytes = new TextEncoder().encode(text);
  const read = new TextDecoder();
  return [first, last].map((end) => read.decode(bytes.subarray(0, end)).length);
}
