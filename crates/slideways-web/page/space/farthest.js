// Small boards of the arrangements at the largest distance.

import { make } from "../dom.js";
import { thumbnail } from "../thumbnail.js";

/** Boards of some arrangements; a click calls `open(at)`. */
export function farthest(game, arrangements, { label, open }) {
  if (!arrangements.length) return null;
  const board = (at, number) =>
    make(
      "button",
      {
        type: "button",
        class: "far-board",
        "aria-label": `${label}, ${number + 1} of ${arrangements.length}: play it`,
        title: "Play from here",
        "data-testid": "space-far-board",
        on: { click: () => open(at) },
      },
      thumbnail(game, at),
    );
  return make(
    "div",
    { class: "farthest", role: "group", "aria-label": label, "data-testid": "space-farthest" },
    arrangements.map(board),
  );
}
