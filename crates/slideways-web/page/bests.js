// The user's best results, per puzzle and style, in local storage: the fewest moves, and the shortest time.
//
// A game counts if it begins at the start of the puzzle and Hint and Solve were not used in it.

import { clock } from "./clock.js";
import { counted } from "./count.js";
import { button, make } from "./dom.js";
import { state, unaided } from "./state.js";
import { keep, kept } from "./store.js";

/** The storage key of the current puzzle. */
function key() {
  const { game, start } = state;
  const moved = start.some((cell, piece) => cell !== game.pieces[piece].at);
  return `best:${JSON.stringify([game.text, game.goal ?? null, ...(moved ? [start] : [])])}`;
}

/** The best results of the current puzzle and style, `{ moves, time }` with milliseconds, or `null`. */
export function best() {
  const found = kept(key())?.[state.style];
  return Number.isInteger(found?.moves) && Number.isFinite(found?.time) ? found : null;
}

/** Note a solved game; returns which results it improved, of `moves` and `time`, or `null` if it does not count. */
export function note(moves, time) {
  if (!unaided()) return null;
  const before = best();
  const better = [];
  if (!before || moves < before.moves) better.push("moves");
  if (!before || time < before.time) better.push("time");
  const now = { moves: Math.min(moves, before?.moves ?? moves), time: Math.min(time, before?.time ?? time) };
  if (better.length) keep(key(), { ...kept(key()), [state.style]: now });
  return better;
}

/** Remove the best results of the current puzzle and style. */
export function forget() {
  const left = Object.entries(kept(key()) ?? {}).filter(([style]) => style !== state.style);
  keep(key(), left.length ? Object.fromEntries(left) : null);
}

/** The line that shows the best results; `show()` brings it up to date. */
export class BestLine {
  constructor() {
    this.text = make("span", { "data-testid": "best" });
    this.element = make(
      "p",
      { class: "best", hidden: true },
      this.text,
      button("Forget", () => this.forget(), {
        class: "quiet",
        title: "Remove your best results for this puzzle and style",
        "data-testid": "forget-best",
      }),
    );
  }

  show() {
    const found = best();
    this.element.hidden = !found;
    if (!found) return;
    const moves = counted(found.moves, state.style, state.game.family);
    this.text.textContent = `Your best: ${moves}; fastest ${clock(found.time / 1000)}`;
  }

  forget() {
    forget();
    this.show();
  }
}

/** What a solved game means for the best results, in a sentence; `better` is the answer of `note`. */
export function verdict(better) {
  if (better === null)
    return "Not counted among your best: Hint or Solve was used, or the game did not begin at the start. Reset begins a new game.";
  if (!better.length) return "";
  return `Your best ${better.map((what) => (what === "moves" ? "number of moves" : "time")).join(" and ")} so far.`;
}
