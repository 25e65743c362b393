// The keys of the game. They work wherever the focus is, except in text fields.

import { typing } from "./help.js";
import { ARROWS, press } from "./keys.js";
import { redo, reset, setStyle, state, undo } from "./state.js";

/** Listen to keys; the returned function stops listening. */
export function commands({ board, player, hint, solve }) {
  const nextStyle = () => {
    const { styles } = state.game;
    setStyle(styles[(styles.indexOf(state.style) + 1) % styles.length]);
  };
  const faster = (by) => {
    player.speed.value = Number(player.speed.value) + by;
    player.speed.dispatchEvent(new Event("input"));
  };
  const plain = {
    u: undo,
    r: redo,
    0: reset,
    m: nextStyle,
    s: solve,
    " ": solve,
    ",": () => player.seek(player.shown - 1),
    ".": () => player.forward(),
    "+": () => faster(1),
    "=": () => faster(1),
    "-": () => faster(-1),
    Escape: () => player.close(),
  };
  const down = (event) => {
    if (typing(event) || document.querySelector("dialog[open]") || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      return key === "y" || event.shiftKey ? redo() : undo();
    }
    const letter = /^[a-z]$/i.test(event.key);
    const key = letter && !event.shiftKey ? event.key.toLowerCase() : event.key;
    if (key === "h") return event.repeat || hint(true);
    if (key === " " && event.target.closest?.("button, a, summary")) return;
    if (ARROWS[key] && event.target.closest?.("input")) return;
    const command = plain[key];
    if (command) command();
    if (command || press(board, key, event.shiftKey)) event.preventDefault();
  };
  const up = (event) => {
    if (event.key === "h" || event.key === "H") hint(false);
  };
  const away = () => hint(false);
  addEventListener("keydown", down);
  addEventListener("keyup", up);
  addEventListener("blur", away);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("keyup", up);
    removeEventListener("blur", away);
  };
}
