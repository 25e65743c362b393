// The distance from the current arrangement to the goal: requested after each move, and cached.
//
// A shortest solution also proves the distance of every arrangement on it, so a player who follows it never waits.

import { ask, page } from "./api.js";
import { question } from "./games.js";
import { key, play, solved } from "./rule.js";

const SETTLE = 50; // milliseconds; a held arrow key makes one request
const QUICK = 400; // milliseconds; only if answers are this fast, request past distances too

export class Distance {
  /**
   * Calls `changed(now)` with `{ outcome, distance, bound, best, doing, place, states, seconds, part, reason, error, since }`,
   * where `best` is the length of the best solution known.
   */
  constructor(changed) {
    this.changed = changed;
    this.known = new Map(); // distances, by style and key of the arrangement
    this.shortest = new Map(); // shortest solutions, by style and arrangement
    this.unproved = new Map(); // solutions that may not be shortest
    this.now = {};
    this.took = 0;
  }

  /** The distance of an arrangement: a number, `null` if unsolvable, undefined if unknown. */
  of(game, at, style) {
    return solved(game, at) ? 0 : this.known.get(`${style}|${key(game, at)}`);
  }

  /** A shortest solution from an arrangement, if one is known. */
  shortestFrom(at, style) {
    return this.shortest.get(`${style}|${at}`);
  }

  /** The best solution known from an arrangement; it may not be shortest. */
  bestFrom(at, style) {
    return this.shortestFrom(at, style) ?? this.unproved.get(`${style}|${at}`);
  }

  /** Clear the cache, for another game. */
  forget() {
    this.known.clear();
    this.shortest.clear();
    this.unproved.clear();
    this.leave();
  }

  /** Find the distance of an arrangement; stops the search for the last one. */
  look(game, at, style) {
    this.leave();
    this.since = performance.now();
    this.looking = `${style}|${at}`;
    const distance = this.of(game, at, style);
    if (distance === 0) this.shortest.set(`${style}|${at}`, []);
    if (distance === null) return this.tell({ outcome: "unsolvable", reason: this.reason, otherGoal: this.otherGoal });
    if (distance !== undefined) this.tell({ outcome: "solved", distance });
    else this.tell({ outcome: "asking", bound: 0, doing: "searching" });
    if (this.shortestFrom(at, style)) return;
    this.stop = new AbortController();
    const { signal } = this.stop;
    setTimeout(() => signal.aborted || this.asked(game, at, style, signal), SETTLE);
  }

  async asked(game, at, style, signal) {
    const began = performance.now();
    const sure = this.now.outcome === "solved";
    const progress = ({ lower_bound: bound, doing, place, states, expanded, seconds, part }) =>
      sure ||
      signal.aborted ||
      this.tell({
        outcome: "asking",
        bound: bound ?? this.now.bound,
        doing,
        place,
        states: states ?? expanded,
        seconds,
        part,
      });
    const found = (answer) => {
      if (sure || signal.aborted) return;
      this.along(game, at, answer, (here, path) => this.unproved.set(`${style}|${here}`, path));
      this.tell({ ...this.now, outcome: "asking", bound: answer.lower_bound });
    };
    try {
      const answer = await ask(
        "solve",
        { game: question(at), style, page: `${page}-distance` },
        { on: { progress, found }, signal },
      );
      if (signal.aborted) return;
      this.took = performance.now() - began;
      this.learn(game, at, style, answer);
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 429) setTimeout(() => signal.aborted || this.asked(game, at, style, signal), 700);
      else this.tell({ outcome: "error", error });
    }
  }

  learn(game, at, style, answer) {
    const { outcome } = answer;
    if (outcome === "unsolvable") {
      this.reason = answer.reason;
      this.otherGoal = answer.other_goal;
      this.known.set(`${style}|${key(game, at)}`, null);
      return this.tell({ outcome, reason: answer.reason, otherGoal: answer.other_goal });
    }
    if (outcome !== "solved") {
      return this.tell({
        outcome: "stopped",
        bound: answer.lower_bound,
        reason: answer.reason,
        states: answer.states,
        seconds: answer.seconds,
      });
    }
    this.along(game, at, answer, (here, path) => {
      this.shortest.set(`${style}|${here}`, path);
      this.known.set(`${style}|${key(game, here)}`, path.length);
    });
    this.tell({ outcome, distance: answer.path.length });
  }

  /** Call `note(here, path)` for every arrangement of a solution, with the rest of the solution. */
  along(game, at, answer, note) {
    let here = at;
    const path = answer.path.map((move, number) => ({ ...move, word: answer.solution?.[number] }));
    path.forEach((move, played) => {
      note(here, path.slice(played));
      here = play(game, here, [move]) ?? here;
    });
  }

  /** Request the distances of past arrangements, if answers are quick; calls `then` after each. */
  async recall(game, list, style, then) {
    this.stop ??= new AbortController();
    const { signal } = this.stop;
    if (this.took > QUICK) return;
    for (const at of list.filter((at) => this.of(game, at, style) === undefined).slice(-12)) {
      const found = await ask("hint", { game: question(at), style }, { signal }).catch(() => null);
      if (signal.aborted || found?.outcome !== "solved") return;
      this.known.set(`${style}|${key(game, at)}`, found.distance);
      then();
    }
  }

  tell(now) {
    this.now = { ...now, since: this.since, best: this.unproved.get(this.looking)?.length };
    this.changed(this.now);
  }

  /** Stop the search that runs, and keep the bound that it has proved. */
  halt() {
    if (this.now.outcome !== "asking") return;
    this.leave();
    const { bound, states, seconds } = this.now;
    this.tell({ outcome: "stopped", reason: "caller", bound, states, seconds });
  }

  /** Stop the search. */
  leave() {
    this.stop?.abort();
    this.stop = null;
  }
}
