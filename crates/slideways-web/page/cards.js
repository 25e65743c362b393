// Cards with a picture of a puzzle, in a list of the class `cards`.

import { drawing, make } from "./dom.js";

/** The picture on a card. Its pieces are no controls. */
export function picture(text) {
  const svg = drawing(text);
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const piece of svg.querySelectorAll("[data-piece]")) piece.removeAttribute("data-piece");
  return make("span", { class: "picture" }, svg);
}

/** Arrow keys between the links of cards: by position on the screen. `cards` are the items of the list. */
export function walk(event, cards) {
  const here = document.activeElement.closest?.(".cards a")?.closest("li").getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (!here || !(dx || dy)) return;
  let best = null;
  for (const element of cards) {
    if (element.hidden) continue;
    const box = element.getBoundingClientRect();
    const [by, down] = [box.left - here.left, box.top - here.top];
    const along = by * dx + down * dy;
    const far = along + 3 * Math.abs(dx ? down : by);
    if (along > 4 && (!best || far < best.far)) best = { element, far };
  }
  if (!best) return;
  event.preventDefault();
  best.element.querySelector("a").focus();
}
