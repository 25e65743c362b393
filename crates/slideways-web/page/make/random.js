// Random positions of tiles.

import { ask } from "../api.js";
import { button, make } from "../dom.js";

const SIZES = ["2x3", "3x3", "3x4", "4x4", "4x5", "5x5", "6x6"];

/** A size and a button for a random position; calls `drawn(text, goal)` or `failed(error)`. */
export function randomTiles({ drawn, failed }) {
  const size = make(
    "select",
    { "aria-label": "Size of the board", "data-testid": "make-random-size" },
    SIZES.map((text) => make("option", { value: text, text: text.replace("x", " × "), selected: text === "4x4" })),
  );
  const draw = async () => {
    try {
      const { text, goal } = await ask("random", { size: size.value });
      drawn(text, goal);
    } catch (error) {
      failed(error);
    }
  };
  return make(
    "div",
    { class: "row" },
    size,
    button("Random tiles", draw, {
      "data-testid": "make-random",
      title: "A random solvable position, each equally likely",
    }),
  );
}
