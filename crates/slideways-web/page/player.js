// Shows moves on the board as a film: play, pause, step, speed. The moves are a solution, or the user's own game.
//
// Moves shown are not moves played. When the user moves a piece or presses "Play on from here", the moves of a solution
// shown so far are added to the history, marked as shown; the user's own game goes back to that point.

import { button, make } from "./dom.js";
import { title } from "./export.js";
import { question } from "./games.js";
import { icon } from "./icons.js";
import { play as replay } from "./rule.js";
import { savePicture } from "./save.js";
import { begun, playShown, seek, state } from "./state.js";
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
    this.name = make("h2", { "data-testid": "film-name" });
    this.message = make("p", { class: "message", role: "status" });
    /** Play and step: under the board, so that the film and its buttons are on one screen. */
    this.bar = make(
      "div",
      { class: "transport", role: "group", "aria-label": "Film", hidden: true, "data-testid": "transport" },
      transport("first", "Back to the start", () => this.seek(0)),
      transport("back", "Previous move", () => this.seek(this.shown - 1), { key: ",", "data-testid": "step-back" }),
      this.toggle,
      transport("on", "Next move", () => this.forward(), { key: ".", "data-testid": "step-on" }),
      transport("last", "To the end", () => this.seek(this.solution.length)),
    );
    return make(
      "div",
      { class: "player", hidden: true, "data-testid": "player" },
      this.name,
      make("div", { class: "along" }, this.where, this.progress),
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
      make(
        "div",
        { class: "actions" },
        button("Save as GIF", () => this.save("gif", "gif"), { "data-testid": "film-gif" }),
        button("Save as SVG", () => this.save("film", "svg"), {
          title: "Save the film as an animated vector drawing",
          "data-testid": "film-svg",
        }),
      ),
      this.message,
    );
  }

  /**
   * Show a solution from the current arrangement; or the user's own game, moves `{ pieces, path, entry }` from the
   * arrangement `own`.
   */
  open(solution, { own = null } = {}) {
    Object.assign(this, { solution, own, shown: 0, from: own ?? state.at });
    this.element.hidden = this.bar.hidden = false;
    this.name.textContent = own ? "Your game" : "Solution";
    this.message.textContent = "";
    this.board.place(this.from);
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

  /** Save the whole film. */
  save(form, ending) {
    const moves = this.solution.map(({ pieces, path }) => ({ pieces, path }));
    const body = { game: question(this.from), style: state.style, form, moves };
    return savePicture("picture", body, `${title()}${this.own ? "-game" : ""}.${ending}`, this.message);
  }

  /** Play the moves shown, and close. */
  adopt() {
    if (!this.active) return;
    this.pause();
    const shown = this.solution.slice(0, this.shown);
    const { own } = this;
    this.away();
    if (own) seek(shown.length ? shown.at(-1).entry + 1 : begun());
    else playShown(shown.map(({ pieces, path }) => ({ pieces, path })));
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
    this.element.hidden = this.bar.hidden = true;
  }
}
