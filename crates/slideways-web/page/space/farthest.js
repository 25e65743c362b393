// The ends of a space: arrangements than which none is farther away, small, to be clicked.

import { make } from "../dom.js";
import { small } from "../thumbnail.js";

/** Boards for some arrangements; `open(at)` is told of the one that is clicked. */
export function ends(game, arrangements, { label, open }) {
  if (!arrangements.length) return null;
  const board = (at, number) => make("button", {
    type: "button", class: "end", "aria-label": `${label}, ${number + 1} of ${arrangements.length}: play it`, title: "Play from here",
    "data-testid": "space-end", on: { click: () => open(at) },
  }, small(game, at));
  return make("div", { class: "ends", role: "group", "aria-label": label, "data-testid": "space-ends" }, arrangements.map(board));
}
