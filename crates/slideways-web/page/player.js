// Shows a solution on the board: play, pause, step, speed.
//
// Moves shown are not moves played. When the user moves a piece or presses "Play on from here", the moves shown so far
// are added to the history, marked as shown.

import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { play as replay } from "./rule.js";
import { playShown, state } from "./state.js";
import { keep, kept } from "./store.js";

export class Player {
  /** Calls `showing(at, left, move)` for each arrangement shown, and `showing(null)` when the player closes. */
  constructor(board, showing) {
    Object.assign(this, { board, showing, solution: null, shown: 0, playing: false });
    this.element = this.controls();
  }

  get active() {
    return this.solution !== null;
  }

  /** Milliseconds per step, from the slider: 1 is slow, 9 is fast. */
  get pace() {
    return 1100 / 1.5 ** Number(this.speed.value);
  }

  controls() {
    const transport = (sign, label, press, props) => button(icon(sign), press, { "aria-label": label, ...props });
    this.toggle = transport("play", "Play", () => this.turn(), { key: "Space", class: "first", "data-testid": "play" });
    this.speed = make("input", {
      type: "range",
      min: 1,
      max: 9,
      step: 1,
      value: kept("speed") ?? 4,
      "aria-label": "Speed",
      "data-testid": "speed",
      on: { input: () => keep("speed", Number(this.speed.value)) },
    });
    this.where = make("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Position in the solution",
      "data-testid": "solution-at",
      on: { input: () => this.seek(Number(this.where.value)) },
    });
    this.progress = make("output", { "data-testid": "solution-count" });
    return make(
      "div",
      { class: "player", hidden: true, "data-testid": "player" },
      make("div", { class: "along" }, this.where, this.progress),
      make(
        "div",
        { class: "transport" },
        transport("first", "Back to the start", () => this.seek(0)),
        transport("back", "Previous move", () => this.seek(this.shown - 1), { key: ",", "data-testid": "step-back" }),
        this.toggle,
        transport("on", "Next move", () => this.forward(), { key: ".", "data-testid": "step-on" }),
        transport("last", "To the end", () => this.seek(this.solution.length)),
      ),
      make("label", { class: "speed" }, make("span", { text: "Speed" }), this.speed),
      make(
        "div",
        { class: "actions" },
        button("Play on from here", () => this.adopt(), {
          title: "Keep the moves shown and play on",
          "data-testid": "adopt",
        }),
        button("Close", () => this.close(), { key: "Esc", "data-testid": "close-solution" }),
      ),
    );
  }

  /** Show a solution from the current arrangement. */
  open(solution) {
    Object.assign(this, { solution, shown: 0, from: state.at });
    this.element.hidden = false;
    this.where.max = solution.length;
    this.tell();
  }

  at(shown) {
    return replay(state.game, this.from, this.solution.slice(0, shown));
  }

  tell(move = null) {
    this.where.value = this.shown;
    this.progress.textContent = `${this.shown} / ${this.solution.length}`;
    this.toggle.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.showing(this.at(this.shown), this.solution.length - this.shown, move);
  }

  seek(shown) {
    if (!this.active) return;
    this.pause();
    this.shown = Math.max(0, Math.min(shown, this.solution.length));
    this.board.place(this.at(this.shown));
    this.tell(this.solution[this.shown - 1]);
  }

  /** Show the next move; returns whether there was one. */
  async forward(signal) {
    if (!this.active || this.shown >= this.solution.length) return false;
    if (!signal) this.pause();
    const move = this.solution[this.shown];
    this.board.place(this.at(this.shown), { glide: false });
    this.shown += 1;
    this.tell(move);
    await this.board.perform([move], this.pace * 0.7, signal);
    return !signal?.aborted;
  }

  async turn() {
    if (this.playing) return this.pause();
    if (!this.active) return;
    if (this.shown >= this.solution.length) this.seek(0);
    this.playing = true;
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.tell();
    while (!signal.aborted && (await this.forward(signal))) {
      await new Promise((done) => setTimeout(done, this.pace * 0.4));
    }
    if (!signal.aborted) this.pause();
  }

  pause() {
    this.stop?.abort();
    if (!this.playing || !this.active) return;
    this.playing = false;
    this.board.place(this.at(this.shown));
    this.tell(this.solution[this.shown - 1]);
  }

  /** Play the moves shown, and close. */
  adopt() {
    if (!this.active) return;
    this.pause();
    const moves = this.solution.slice(0, this.shown).map(({ pieces, path }) => ({ pieces, path }));
    this.away();
    playShown(moves);
    this.board.place(state.at);
    this.showing(null);
  }

  /** Close, and show the arrangement of the game again. */
  close() {
    if (!this.active) return;
    this.pause();
    this.away();
    this.board.place(state.at);
    this.showing(null);
  }

  away() {
    this.solution = null;
    this.element.hidden = true;
  }
}
