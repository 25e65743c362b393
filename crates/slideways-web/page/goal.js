// The goal: a small picture of the box with the pieces that the goal names, and the other goal of a tile position.

import { button, drawing, make } from "./dom.js";
import { link } from "./games.js";
import { address, go, parse } from "./router.js";
import { place } from "./rule.js";

/** A picture of the first goal of a game, or `null` if it names no piece. */
export function goal(game) {
  const wanted = game.goals[0] ?? [];
  if (!wanted.length) return null;
  const svg = drawing(game.svg);
  const { cell, left, top, layer } = svg.dataset;
  const free = game.pieces.map((piece, number) => ({ ...piece, number }));
  for (const { kind, at } of wanted) {
    const found = free.findIndex((piece) => piece.kind === kind);
    if (found < 0) continue;
    const [piece] = free.splice(found, 1);
    const [depth, row, col] = place(game, at);
    const x = Number(left) + col * cell + depth * layer;
    const y = Number(top) + row * cell;
    svg.querySelector(`[data-piece="${piece.number}"]`)?.setAttribute("transform", `translate(${x} ${y})`);
  }
  for (const { number } of free) svg.querySelector(`[data-piece="${number}"]`)?.remove();
  for (const mark of svg.querySelectorAll(".mark, .label")) mark.remove();
  for (const piece of svg.querySelectorAll("[data-piece]")) piece.removeAttribute("data-piece");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The goal");
  const more =
    game.goals.length > 1 ? make("figcaption", { text: `or one of ${game.goals.length} goals in all` }) : null;
  return make(
    "figure",
    { class: "goal", "data-testid": "goal" },
    svg,
    make("figcaption", { text: free.length ? "Goal; other pieces anywhere" : "Goal" }),
    more,
  );
}

/** A button that opens the current position with another goal, which it can reach. */
export function tryGoal(name) {
  const words = name.replace("-", " ");
  const open = () => {
    const { name: puzzle, query } = parse(link());
    go(address("play", puzzle, { ...Object.fromEntries(query), goal: name }));
  };
  return button(`Try ${words}`, open, {
    title: `The goal “${words}” can be reached from here`,
    "data-testid": "other-goal",
  });
}
