// Draws the links and nodes of a graph: nodes of one shade are one path.
//
// A generator that yields after each slice of the work, so that the page keeps answering to the pointer.

import { constants } from "../constants.js";
import { NEVER } from "./graph.js";
import { ramp, SHADES } from "./ramp.js";

const SLICE = 8000; // lines or dots between two yields

/**
 * Draw the part of a graph that a view `{ scale, x, y, frame }` shows; `frame` is left, right, top, bottom in pixels.
 * `look` is `{ from, layer, radius, line }`.
 */
export function* render(pen, graph, view, look) {
  const [x0, x1, y0, y1] = view.frame;
  const size = graph.states;
  const xs = new Float32Array(size);
  const ys = new Float32Array(size);
  for (let number = 0; number < size; number += 1) {
    xs[number] = graph.x[number] * view.scale + view.x;
    ys[number] = graph.y[number] * view.scale + view.y;
  }
  const { links } = graph;
  const { radius } = look;
  pen.strokeStyle = look.line;
  pen.lineWidth = Math.max(0.35, Math.min(1.2, radius / 4));
  for (let first = 0; first < links.length; first += SLICE * 2) {
    pen.globalAlpha = Math.max(0.3, Math.min(0.5, radius / 8)) * (look.layer >= 0 ? 0.5 : 1);
    pen.beginPath();
    for (let link = first; link < Math.min(links.length, first + SLICE * 2); link += 2) {
      const [a, b] = [links[link], links[link + 1]];
      if (
        (xs[a] < x0 && xs[b] < x0) ||
        (xs[a] > x1 && xs[b] > x1) ||
        (ys[a] < y0 && ys[b] < y0) ||
        (ys[a] > y1 && ys[b] > y1)
      )
        continue;
      pen.moveTo(xs[a], ys[a]);
      pen.lineTo(xs[b], ys[b]);
    }
    pen.stroke();
    yield;
  }
  const inside = (number) => xs[number] >= x0 && xs[number] <= x1 && ys[number] >= y0 && ys[number] <= y1;
  const dots = (list, r) => {
    pen.beginPath();
    for (const number of list) {
      if (r < 2) pen.rect(xs[number] - r, ys[number] - r, 2 * r, 2 * r);
      else {
        pen.moveTo(xs[number] + r, ys[number]);
        pen.arc(xs[number], ys[number], r, 0, 7);
      }
    }
    pen.fill();
  };
  const { shades, bright, part } = sorted(graph, look, inside);
  pen.globalAlpha = look.layer >= 0 ? 0.2 : 1;
  let done = 0;
  for (let shade = SHADES; shade >= 0; shade -= 1) {
    if (!shades[shade].length) continue;
    pen.fillStyle = shade === SHADES ? look.line : ramp(shade / (SHADES - 1));
    dots(shades[shade], radius);
    done += shades[shade].length;
    if (done > SLICE / 4) {
      done = 0;
      yield;
    }
  }
  pen.globalAlpha = 1;
  if (bright.length) {
    pen.fillStyle = ramp(part);
    dots(bright, Math.max(2.5, radius * 1.2));
    yield;
  }
  goalDots(pen, graph, xs, ys, inside, radius);
}

/** Nodes by shade, and those of the highlighted layer. */
function sorted(graph, { from, layer }, inside) {
  const distances = from === "start" ? graph.fromStart : graph.toGoal;
  const farthest = distances.reduce((most, distance) => (distance === NEVER ? most : Math.max(most, distance)), 1);
  const shades = Array.from({ length: SHADES + 1 }, () => []);
  const bright = [];
  for (let number = 0; number < graph.states; number += 1) {
    if (!inside(number)) continue;
    const distance = distances[number];
    if (layer >= 0 && distance === layer) bright.push(number);
    else shades[distance === NEVER ? SHADES : Math.round((distance / farthest) * (SHADES - 1))].push(number);
  }
  return { shades, bright, part: layer / farthest };
}

/** Mark goals with a bright centre. */
function goalDots(pen, graph, xs, ys, inside, radius) {
  const r = Math.max(0.7, radius * 0.55);
  pen.fillStyle = constants.heart;
  pen.strokeStyle = "#a8700c";
  pen.lineWidth = Math.min(1.5, r / 3);
  pen.beginPath();
  for (let number = 0; number < graph.states; number += 1) {
    if (graph.toGoal[number] !== 0 || !inside(number)) continue;
    pen.moveTo(xs[number] + r, ys[number]);
    pen.arc(xs[number], ys[number], r, 0, 7);
  }
  pen.fill();
  if (radius > 2.5) pen.stroke();
}
