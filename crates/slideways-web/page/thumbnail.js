// Small boards: the picture of a game in another arrangement.

import { drawing } from "./dom.js";
import { place } from "./rule.js";

let last = { svg: "", element: null };

export function thumbnail(game, at) {
  if (last.svg !== game.svg) last = { svg: game.svg, element: drawing(game.svg) };
  const svg = last.element.cloneNode(true);
  const { cell, left, top, layer } = svg.dataset;
  at.forEach((where, piece) => {
    const [depth, row, col] = place(game, where);
    const x = Number(left) + col * cell + depth * layer;
    const y = Number(top) + row * cell;
    svg.querySelector(`[data-piece="${piece}"]`)?.setAttribute("transform", `translate(${x} ${y})`);
  });
  for (const group of svg.querySelectorAll("[data-piece]")) group.removeAttribute("data-piece");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("thumbnail");
  return svg;
}
