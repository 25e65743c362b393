// The keys of a puzzle of a class list: those of Play, without hints and solutions.

import { typing } from "../help.js";
import { ARROWS, press } from "../keys.js";
import { redo, reset, undo } from "../state.js";

const KEYS = { u: undo, r: redo, 0: reset };

/** Listen to keys; the returned function stops listening. */
export function gameKeys(board) {
  const down = (event) => {
    if (typing(event) || document.querySelector("dialog[open]") || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      return key === "y" || event.shiftKey ? redo() : undo();
    }
    if (ARROWS[event.key] && event.target.closest?.("input")) return;
    const command = event.shiftKey ? null : KEYS[key];
    if (command) command();
    if (command || press(board, event.key, event.shiftKey)) event.preventDefault();
  };
  addEventListener("keydown", down);
  return () => removeEventListener("keydown", down);
}
