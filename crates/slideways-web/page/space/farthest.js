// The ends of a space: arrangements than which none is farther away, small, to be clicked.

import { make } from "../dom.js";
import { thumbnail } from "../thumbnail.js";

/** Boards for some arrangements; `open(at)` is told of the one that is clicked. */
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
