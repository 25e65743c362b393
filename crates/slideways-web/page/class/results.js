// The results of a class list on this device, and their summary as text.

import { clock } from "../clock.js";
import { counted } from "../count.js";
import { keep, kept } from "../store.js";
import { fragmentOf } from "./link.js";

/** The results of a list, stored under its link: `{ name, round, solved }`, where `solved` has one result per puzzle. */
export class Results {
  constructor(list) {
    this.key = `class:${fragmentOf(list)}`;
    const { name = "", round = 0, solved = [] } = kept(this.key) ?? {};
    Object.assign(this, { list, name, round, solved });
  }

  save() {
    const { name, round, solved } = this;
    keep(this.key, { name, round, solved });
  }

  /** The name under which the current round of a puzzle is stored. */
  game(number) {
    return `${this.key} ${this.round} ${number}`;
  }

  /** Note a solution; the one with the fewest moves counts. Returns the result that counts. */
  note(number, { moves, seconds, style, family, least }) {
    const best = this.solved[number];
    if (!best || moves < best.moves) this.solved[number] = { moves, seconds, style, family, least: best?.least };
    const result = this.solved[number];
    result.least ??= least;
    this.save();
    return result;
  }

  /** Note the length of a shortest solution. */
  shortest(number, least) {
    if (!this.solved[number]) return;
    this.solved[number].least = least;
    this.save();
  }

  rename(name) {
    this.name = name;
    this.save();
  }

  /** Forget all results: for the next student at this device. */
  clear() {
    Object.assign(this, { name: "", round: this.round + 1, solved: [] });
    this.save();
  }

  /** The number of puzzles solved. */
  count() {
    return this.list.puzzles.filter((_, number) => this.solved[number]).length;
  }

  /** The results as text, to show or send to the teacher. */
  text(titles) {
    const { title, puzzles } = this.list;
    const lines = puzzles.map((_, number) => `${number + 1}. ${titles[number]}: ${inWords(this.solved[number])}`);
    const head = [title || "Puzzles", this.name].filter(Boolean).join(", ");
    return [head, ...lines, `Solved ${this.count()} of ${puzzles.length}.`].join("\n");
  }
}

/** A result: `95 moves in 12:31 (shortest 81)`. */
export function inWords(result) {
  if (!result) return "not solved";
  const { moves, seconds, style, family, least } = result;
  const than = typeof least === "number" ? (moves <= least ? " (no solution is shorter)" : ` (shortest ${least})`) : "";
  return `${counted(moves, style, family)} in ${clock(seconds)}${than}`;
}
