// The text that the editor begins with.

import { ask } from "../api.js";
import { game as known } from "../games.js";
import { state } from "../state.js";
import { kept } from "../store.js";

const FIRST = "4 x 4 my puzzle\n1 = 11/11\n2 = 1/1\n3 = 1\n2122333\ngoal 1@2,2\n";

/** What the address names or contains, from its arrangement `at`; else the last text edited, else an example. */
export async function begun(name, query) {
  const text = query.get("text") || name;
  const goal = query.get("goal");
  if (text && query.get("at"))
    return from(
      text,
      goal,
      query
        .get("at")
        .split(/[ ,.]+/)
        .map(Number),
    );
  if (query.get("text")) return { text, goal };
  if (name) return known(name);
  const last = kept("make");
  return typeof last?.text === "string" ? { text: last.text, goal: last.goal ?? null } : { text: FIRST, goal: null };
}

/** A puzzle that starts from an arrangement: `{ text, goal }`. */
export function from(text, goal, at) {
  return ask("read", { text, ...(goal ? { goal } : {}), at });
}

/** The current game, as it is on the board. */
export function current() {
  return from(state.game.text, state.game.goal, state.at);
}
