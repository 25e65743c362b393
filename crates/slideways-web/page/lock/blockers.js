// What blocks a brick: a button for each brick, and a table of its blockers by direction.

import { make } from "../dom.js";
import { SIDES } from "./geometry.js";
import { lit, stains } from "./shading.js";

/** Buttons for the bricks of a packing; a click calls `ask(brick)`. */
export function bricks(packing, ask) {
  const colours = stains(packing);
  return packing.placed.map(({ name }, brick) => {
    const press = make("button", {
      type: "button",
      class: "brick",
      "aria-label": `Brick ${name}: what blocks it?`,
      "aria-pressed": "false",
      "data-brick": brick,
      "data-testid": `lock-brick-${brick}`,
      text: name,
      on: { click: () => ask(brick) },
    });
    press.style.setProperty("--stain", lit(colours[brick], 1));
    return press;
  });
}

/** The blockers of a brick by direction: `{ dir, word, wall, bricks }`. */
export function around(packing, brick) {
  const { blockers = {} } = packing.placed[brick];
  return SIDES.filter(([dir]) => dir in blockers).map(([dir, , word]) => ({
    dir,
    word,
    wall: blockers[dir].includes("wall"),
    bricks: blockers[dir].filter((one) => one !== "wall"),
  }));
}

/** The blockers of a brick in words: `left by the wall, right by b and c`. */
export function sentence(packing, brick) {
  const { name } = packing.placed[brick];
  const parts = around(packing, brick).map(({ word, wall, bricks }) => {
    const who = [...(wall ? ["the wall"] : []), ...bricks.map((one) => packing.placed[one].name)];
    return `${word} by ${who.join(" and ") || "nothing"}`;
  });
  return `Brick ${name} is blocked ${parts.join(", ")}.`;
}

/** The blockers of a brick as a table; a click on one calls `ask(brick)`. */
export function table(packing, brick, ask) {
  const colours = stains(packing);
  const who = ({ wall, bricks }) => [
    wall ? make("span", { class: "wall", text: "the wall" }) : null,
    ...bricks.map((one) => {
      const press = make("button", {
        type: "button",
        class: "brick",
        text: packing.placed[one].name,
        "aria-label": `Brick ${packing.placed[one].name}: what blocks it?`,
        on: { click: () => ask(one) },
      });
      press.style.setProperty("--stain", lit(colours[one], 1));
      return press;
    }),
  ];
  const arrows = { L: "←", R: "→", U: "↑", D: "↓", N: "↙", F: "↗" };
  return make(
    "dl",
    { class: "around" },
    around(packing, brick).flatMap((side) => [
      make("dt", {}, make("span", { "aria-hidden": "true", text: arrows[side.dir] }), ` ${side.word}`),
      make("dd", { "data-dir": side.dir }, who(side)),
    ]),
  );
}
