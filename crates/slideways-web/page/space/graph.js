// The state graph: place, distances and links of each arrangement.

import { constants } from "../constants.js";
import { key } from "../rule.js";

/** Stands for an infinite distance. */
export const NEVER = constants.graph.never;

export class StateGraph {
  /** Unpack the answer of the question `graph`. */
  constructor(game, answer) {
    this.game = game;
    this.states = answer.states;
    this.pieces = answer.pieces;
    this.rough = answer.rough;
    this.at = numbers(answer.at, Uint16Array);
    this.x = numbers(answer.x, Float32Array);
    this.y = numbers(answer.y, Float32Array);
    this.fromStart = numbers(answer.from_start, Uint16Array);
    this.toGoal = numbers(answer.to_goal, Uint16Array);
    this.links = numbers(answer.links, Uint32Array);
    this.frame = frame(this.x, this.y);
    this.numbers = new Map();
    for (let number = 0; number < this.states; number += 1)
      this.numbers.set(key(game, this.arrangement(number)), number);
    this.join();
  }

  /** Build the adjacency lists: one array, and where the neighbours of each arrangement begin in it. */
  join() {
    const { links, states } = this;
    this.first = new Uint32Array(states + 1);
    for (const end of links) this.first[end + 1] += 1;
    for (let number = 0; number < states; number += 1) this.first[number + 1] += this.first[number];
    const next = this.first.slice();
    this.near = new Uint32Array(links.length);
    for (let link = 0; link < links.length; link += 2) {
      const [from, to] = [links[link], links[link + 1]];
      this.near[next[from]++] = to;
      this.near[next[to]++] = from;
    }
  }

  neighbours(number) {
    return this.near.subarray(this.first[number], this.first[number + 1]);
  }

  /** The cells of the pieces in an arrangement. */
  arrangement(number) {
    return Array.from(this.at.subarray(number * this.pieces, (number + 1) * this.pieces));
  }

  /** The number of an arrangement, or -1; pieces of one kind are interchangeable. */
  find(at) {
    return this.numbers.get(key(this.game, at)) ?? -1;
  }

  /** The distance to the goal or from the start; `null` if there is none. */
  distance(number, from) {
    const found = (from === "start" ? this.fromStart : this.toGoal)[number];
    return found === NEVER ? null : found;
  }

  /** The neighbour nearest to a direction, or -1. */
  toward(number, dx, dy) {
    let [best, most] = [-1, 0.3];
    for (const other of this.neighbours(number)) {
      const [x, y] = [this.x[other] - this.x[number], this.y[other] - this.y[number]];
      const cosine = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
      if (cosine > most) [best, most] = [other, cosine];
    }
    return best;
  }
}

function numbers(text, Type) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Type(bytes.buffer);
}

function frame(x, y) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let number = 0; number < x.length; number += 1) {
    box.left = Math.min(box.left, x[number]);
    box.right = Math.max(box.right, x[number]);
    box.top = Math.min(box.top, y[number]);
    box.bottom = Math.max(box.bottom, y[number]);
  }
  return box;
}
