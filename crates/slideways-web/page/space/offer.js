// Links to Space: off, with the reason, while the space of the game cannot be explored. The server has the rule.

import { announce } from "../announce.js";
import { state, subscribe } from "../state.js";
import { kept } from "../store.js";

/**
 * Why the space of the current game cannot be explored in the current style, in a sentence; else "". Before a view opens
 * a game, the current game is the last one played.
 */
export function refusal() {
  const why = state.game ? state.game.no_space?.[state.style] : kept("no-space");
  if (!why?.message) return "";
  const help = why.help?.replaceAll("`", "");
  return `Space is off: ${why.message}.${help ? ` ${help[0].toUpperCase()}${help.slice(1)}.` : ""}`;
}

/**
 * Switch a link off and on with the game; `note` shows the reason, and so does the tooltip. Returns how to stop.
 */
export function offer(link, note = null) {
  const show = () => {
    const reason = refusal();
    if (reason) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
    link.title = reason;
    if (note) {
      note.textContent = reason;
      note.hidden = !reason;
    }
  };
  link.addEventListener("click", (event) => {
    if (!refusal()) return;
    event.preventDefault();
    announce(refusal());
  });
  show();
  return subscribe(show);
}
