// Errors, shown as the command line prints them: message, place in the text, help.

import { make } from "./dom.js";

/** An error of the server or of the page; `line` and `column` count from 1. */
export class PageError extends Error {
  constructor({ message, line, column, span, label, help } = {}, status = 0) {
    super(message ?? "unknown error");
    Object.assign(this, { line, column, span, label, help, status });
  }
}

/** An error as lines of text, with the source line and a marker under it. */
export function errorLines(error, text = "") {
  const out = [`error: ${error.message}`];
  const source = text.split("\n")[error.line - 1];
  if (error.line && text && source !== undefined) {
    const margin = " ".repeat(String(error.line).length);
    const bytes = error.span ? error.span[1] - error.span[0] : 1;
    const left = source.length - (error.column - 1);
    const marks = "^".repeat(Math.max(1, Math.min(bytes, left)));
    out.push(`${margin} |`, `${error.line} | ${source}`);
    out.push(`${margin} | ${" ".repeat(error.column - 1)}${marks} ${error.label ?? ""}`.trimEnd());
  }
  if (error.help) out.push(`help: ${error.help}`);
  return out;
}

/** An element that shows an error, with the line of `text` that it points to. */
export function errorBox(error, text = error.text ?? "") {
  const [first, ...rest] = errorLines(error, text);
  const parts = [make("strong", { text: first })];
  if (rest.length) parts.push(`\n${rest.join("\n")}`);
  return make("pre", { class: "error-box", role: "alert", "data-testid": "error" }, parts);
}
