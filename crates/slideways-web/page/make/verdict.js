// The verdict on the puzzle in the editor: solvable or not, moves, shortest solutions, and the hardest start.
//
// It is requested when the puzzle has not changed for a moment; a change cancels the request, which stops the searches.

import { announce } from "../announce.js";
import { ask, page } from "../api.js";
import { counted, STYLES } from "../count.js";
import { button, grouped, make } from "../dom.js";
import { errorLines } from "../errors.js";
import { keep, kept } from "../store.js";

const WAIT = 250; // milliseconds without a change before the request
const LIMITS = { time: "", memory: "at its memory limit", effort: "at its limit" };

export class Verdict {
  /** Calls `take(at)` when the user takes the hardest start, `at`, as the start, and `aim(goal)` for another goal. */
  constructor({ take, aim }) {
    Object.assign(this, { take, aim, game: null, stop: new AbortController(), timer: 0 });
    this.style = make("select", {
      "aria-label": "Style: what counts as one move",
      "data-testid": "make-style",
      on: { change: () => this.restyle() },
    });
    this.lines = make("div", { class: "lines", "data-testid": "make-verdict" });
    this.element = make(
      "section",
      { class: "verdict", "aria-label": "Verdict", hidden: true },
      make("label", { class: "line" }, make("span", { text: "style " }), this.style),
      this.lines,
    );
  }

  /** The puzzle changes: cancel the request. The last verdict stays, in grey, until the next. */
  cancel() {
    this.stop.abort();
    clearTimeout(this.timer);
    this.element.dataset.state = "old";
    for (const press of this.lines.querySelectorAll("button")) press.disabled = true;
  }

  /** Ask about a game; without one, there is no verdict. */
  show(game) {
    this.cancel();
    this.element.hidden = !game;
    this.game = game;
    if (!game) return this.lines.replaceChildren();
    const styles = game.styles.filter((style) => STYLES[style]);
    const style = [kept(`style:${game.family}`), game.style].find((one) => styles.includes(one));
    this.style.replaceChildren(
      ...styles.map((one) => make("option", { value: one, text: one, selected: one === style })),
    );
    this.stop = new AbortController();
    this.timer = setTimeout(() => this.ask(this.stop.signal), WAIT);
  }

  restyle() {
    keep(`style:${this.game.family}`, this.style.value);
    this.show(this.game);
  }

  async ask(signal) {
    const { text, goal } = this.game;
    const body = {
      game: { text, ...(goal ? { goal } : {}) },
      style: this.style.value,
      page: `${page}-make`,
    };
    const tell = (verdict) => signal.aborted || this.tell(verdict);
    const searching = ({ lower_bound: bound }) =>
      signal.aborted || !bound || this.say("asking", [`Searching … at least ${this.moves(bound)}.`]);
    const known = { part: false };
    const on = {
      part: (verdict) => {
        known.part = true;
        tell(verdict);
      },
      progress: (progress) => known.part || searching(progress),
    };
    try {
      tell(await ask("verdict", body, { on, signal }));
    } catch (error) {
      if (!signal.aborted) this.say("error", errorLines(error));
    }
  }

  say(state, lines) {
    this.element.dataset.state = state;
    this.lines.replaceChildren(
      ...lines.filter(Boolean).map((line) => (typeof line === "string" ? make("p", { text: line }) : line)),
    );
  }

  moves(number) {
    return counted(number, this.style.value, this.game.family);
  }

  tell(verdict) {
    if (!verdict.more) announce(this.outcome(verdict));
    this.say(verdict.more ? "part" : verdict.outcome, [
      this.outcome(verdict),
      verdict.outcome === "solved" && verdict.moves > 0 ? solutions(verdict) : null,
      this.hardest(verdict),
      verdict.other_goal ? this.otherGoal(verdict.other_goal) : null,
    ]);
  }

  outcome({ outcome, moves, lower_bound: bound, reason, proof, limit }) {
    if (outcome === "unsolvable") return `Unsolvable, proved. ${capital(proof)}.`;
    if (outcome === "solved")
      return moves ? `Solvable in ${this.moves(moves)}, proved shortest.` : "The start already meets the goal.";
    const found = moves ? `at most ${moves} and ` : "";
    return capital(`${found}at least ${this.moves(bound)}; search stopped ${stopped(reason, limit)}.`);
  }

  /** A button for the goal that the position can reach. */
  otherGoal(goal) {
    const words = goal.replace("-", " ");
    return make(
      "p",
      {},
      button(`Try ${words}`, () => this.aim(goal), {
        title: `The goal “${words}” can be reached from here`,
        "data-testid": "make-other-goal",
      }),
    );
  }

  hardest({ outcome, hardest, hardest_stop: reason, moves, limit, more }) {
    if (outcome === "unsolvable") return null;
    if (hardest) {
      const { moves: most, starts, states, at } = hardest;
      const sum = `${grouped(starts)} of ${grouped(states)} reachable ${states === 1 ? "arrangement" : "arrangements"}`;
      if (most === moves) return `No start is harder: ${sum} ${starts === 1 ? "needs" : "need"} ${this.moves(most)}.`;
      return make(
        "p",
        { "data-testid": "make-hardest" },
        `Hardest start: ${this.moves(most)} (${sum}). `,
        button("Take it as the start", () => this.take(at), { "data-testid": "make-take-hardest" }),
      );
    }
    if (reason === "positions") return "Hardest start: unknown, the board has too many positions to explore.";
    if (reason === "open-goal") return "Hardest start: unknown, the goal leaves cells open.";
    if (reason) return `Hardest start: unknown, exploration stopped ${stopped(reason, limit)}.`;
    return more ? "Hardest start: exploring …" : null;
  }
}

function capital(sentence) {
  return sentence[0].toUpperCase() + sentence.slice(1);
}

/** The number of shortest solutions in words. */
function solutions({ solutions: number, solutions_at_least: least, solutions_stop: reason, limit, more }) {
  if (number !== null) {
    const words = number.replace(/\B(?=(\d{3})+$)/g, ",");
    return `${least ? "At least " : ""}${words} shortest ${number === "1" ? "solution" : "solutions"}.`;
  }
  if (reason) return `Number of shortest solutions: unknown, the count stopped ${stopped(reason, limit)}.`;
  return more ? "Shortest solutions: counting …" : null;
}

/** What stopped a search: `after 2 s`, `at its memory limit`. */
function stopped(reason, limit) {
  return LIMITS[reason] || `after ${Number(limit.toPrecision(2))} s`;
}
