// The panel beside the board: distance, count, moves played and buttons.

import { ask } from "./api.js";
import { BestLine, note, verdict } from "./bests.js";
import { clock } from "./clock.js";
import { counted, STYLES, words } from "./count.js";
import { button, make, rough } from "./dom.js";
import { errorBox } from "./errors.js";
import { exportButtons } from "./export.js";
import { solveFurther } from "./further.js";
import { goal, tryGoal } from "./goal.js";
import { queued } from "./queue.js";
import { address, go, parse } from "./router.js";
import { tiles } from "./rule.js";
import { redo, reset, setStyle, spent, state, steps, undo } from "./state.js";

const UNSOLVABLE = {
  parity: "Only half of all positions can be reached from here, and the goal is in the other half (parity).",
  exhausted: "All reachable arrangements were searched; none is a goal.",
  "no-arrangement": "No arrangement of these pieces meets the goal.",
  "out-of-reach": "The goal places a piece where it can never get.",
};
const LIMITS = { time: "time limit", memory: "memory limit", disk: "disk limit" };
const PATIENCE = 1; // seconds of a search after which it can be stopped
const TAP = 350; // milliseconds; a shorter press is a tap
const HINT_TIME = 1400; // milliseconds that a tap shows the hint
const DOING = {
  waiting: "waiting for other searches",
  tables: "building tables",
  learning: "exploring all states",
  searching: "searching",
};

export function gameTitle(game) {
  return game.title || "Untitled puzzle";
}

export class Panel {
  constructor({ player, hint, solve, halt, replay, solution }) {
    this.head = make("header", { class: "head" });
    this.style = make("select", {
      "aria-label": "Style: what counts as one move",
      "data-testid": "style",
      on: { change: () => setStyle(this.style.value) },
    });
    this.means = make("p", { class: "means", "data-testid": "style-means" });
    this.count = make("output", { class: "figure", "data-testid": "count" });
    this.unit = make("span", { class: "unit" });
    this.time = make("output", { class: "figure", "data-testid": "timer" });
    this.goal = make("div", { class: "wanted" });
    this.distanceBox = make("div", { class: "distance", "data-testid": "distance" });
    this.halt = button("Stop", halt, { hidden: true, title: "Stop the search", "data-testid": "halt" });
    this.list = make("ol", { class: "moves", "aria-label": "Moves played", "data-testid": "moves" });
    this.banner = make("div", { class: "banner", hidden: true, "data-testid": "solved" });
    this.undo = button("Undo", undo, { key: "U", "data-testid": "undo" });
    this.redo = button("Redo", redo, { key: "R", "data-testid": "redo" });
    this.reset = button("Reset", reset, { key: "0", "data-testid": "reset" });
    /** Undo, redo and reset: under the board, where a thumb finds them without scrolling. */
    this.turns = make("div", { class: "turns" }, this.undo, this.redo, this.reset);
    this.hint = this.hintButton(hint);
    this.solve = button("Solve from here", solve, { key: "S", class: "first", "data-testid": "solve" });
    this.off = make("p", { class: "note", id: "solve-off", hidden: true, "data-testid": "solve-off" });
    this.instance = make("div", { class: "instance" });
    this.random = button("Random position", () => this.randomPosition(), { "data-testid": "random" });
    this.replay = button("Replay my game", replay, {
      title: "Show the moves you played as a film",
      "data-testid": "replay",
    });
    this.best = new BestLine();
    this.exports = exportButtons(solution);
    this.player = player;
    this.message = make("div", { class: "message", role: "status" });
    this.element = make(
      "aside",
      { class: "panel", "aria-label": "Game" },
      this.head,
      this.banner,
      make("div", { class: "status" }, this.distanceBox, this.goal, this.halt),
      make("div", { class: "row two" }, this.hint, this.solve),
      this.off,
      this.message,
      player.element,
      make(
        "div",
        { class: "counts" },
        make("div", {}, this.count, this.unit),
        make("div", {}, this.time, make("span", { class: "unit", text: "time" })),
        make("label", { class: "style" }, make("span", { class: "unit", text: "style" }), this.style),
      ),
      this.means,
      this.best.element,
      this.list,
      this.replay,
      this.instance,
      this.random,
      this.exports.element,
    );
  }

  /** A button that shows the hint while it is held, by pointer or by key; a tap shows it for a moment. */
  hintButton(hint) {
    let since = 0;
    const on = (event) => {
      if (event.type === "keydown" && ((event.key !== " " && event.key !== "Enter") || event.repeat)) return;
      since = performance.now();
      clearTimeout(this.fade);
      hint(true);
    };
    const off = () => {
      if (!since) return;
      clearTimeout(this.fade);
      this.fade = setTimeout(() => hint(false), performance.now() - since < TAP ? HINT_TIME : 0);
      since = 0;
    };
    return button("Hint", () => {}, {
      title: "Hold to see the next move (H)",
      "aria-description": "hold to see the next move",
      "data-testid": "hint",
      on: {
        pointerdown: on,
        pointerup: off,
        pointerleave: off,
        pointercancel: off,
        keydown: on,
        keyup: off,
        blur: off,
        contextmenu: (event) => event.preventDefault(),
      },
    });
  }

  /** Show another game. */
  open() {
    const { game } = state;
    const size = `${game.layers > 1 ? `${game.layers} × ` : ""}${game.rows} × ${game.cols}`;
    this.head.replaceChildren(
      make("h1", { text: gameTitle(game), "data-testid": "title" }),
      game.aliases.length ? make("p", { class: "about", text: `also ${game.aliases.join(", ")}` }) : "",
      make("p", {
        class: "about",
        text: `${size} · ${game.pieces.length} ${tiles(game) ? "tile" : "piece"}${game.pieces.length === 1 ? "" : "s"}`,
      }),
      ...game.warnings.map((warning) => make("p", { class: "warning", text: warning.message ?? warning })),
    );
    this.goal.replaceChildren(goal(game) ?? "");
    this.distanceBox.replaceChildren();
    this.style.replaceChildren(
      ...game.styles.filter((style) => STYLES[style]).map((style) => make("option", { value: style, text: style })),
    );
    this.random.hidden = !tiles(game);
    this.message.replaceChildren();
    this.neighbours();
  }

  /** Links to the previous and next position of a set such as `korf15:88`. */
  neighbours() {
    const [, set, number] = parse(state.fragment).name.match(/^(.+):(\d+)$/) ?? [];
    const to = (by) => go(address("play", `${set}:${Number(number) + by}`));
    this.instance.hidden = !set;
    this.instance.replaceChildren(
      ...(set
        ? [
            button("Previous", () => to(-1), { disabled: number === "1" }),
            make("span", { text: `${set}, position ${number}` }),
            button("Next", () => to(1), { "data-testid": "next" }),
          ]
        : []),
    );
  }

  /** Show the state after a change. */
  update({ count, done, reached, least }) {
    const { game, style } = state;
    this.style.value = style;
    this.means.textContent = `one move = ${words(style, game.family).means}`;
    this.count.textContent = count;
    this.unit.textContent = counted(count, style, game.family).replace(/^\d+ /, "");
    this.undo.disabled = state.cursor === 0;
    this.redo.disabled = state.cursor === state.entries.length;
    this.reset.disabled = state.cursor === 0 && !state.helped;
    this.replay.hidden = count === 0;
    this.best.show();
    this.allow(done ? "The puzzle is solved: there is nothing left to hint at or to solve." : "", done);
    this.banner.hidden = !done || count === 0;
    this.solved = null;
    if (done && count > 0) this.congratulate({ count, least, reached });
    this.clock();
  }

  /** Enable Solve and Hint if there is no reason against them; else show the reason unless it is `plain` to see. */
  allow(reason, plain = false) {
    for (const press of [this.solve, this.hint]) {
      press.disabled = reason !== "";
      if (reason) press.setAttribute("aria-describedby", this.off.id);
      else press.removeAttribute("aria-describedby");
    }
    this.off.textContent = reason;
    this.off.hidden = plain || !reason;
  }

  /** Show the proved minimum when it becomes known. */
  least(least) {
    if (this.solved && this.solved.least !== least) this.congratulate({ ...this.solved, least, reached: false });
  }

  congratulate({ count, least, reached }) {
    const { game, style } = state;
    const better = reached ? note(count, spent()) : this.solved?.better;
    this.solved = { count, least, better };
    this.best.show();
    const entries = state.entries.slice(0, state.cursor);
    const shown = entries.every((entry) => entry.shown)
      ? ", all of them shown"
      : entries.some((entry) => entry.shown)
        ? ", some of them shown"
        : "";
    const what = `Solved in ${counted(count, style, game.family)}${shown}.`;
    const than =
      typeof least !== "number"
        ? ""
        : count <= least
          ? "No solution is shorter."
          : `A shortest solution has ${least}: ${count - least} fewer.`;
    const seconds = spent() / 1000;
    const pace =
      tiles(game) && seconds > 0
        ? `${steps().length} tiles in ${seconds.toFixed(2)} s: ${(steps().length / seconds).toFixed(2)} tiles per second (TPS).`
        : "";
    this.banner.classList.toggle("fresh", reached);
    this.banner.replaceChildren(
      make("h2", { text: what }),
      make("p", { text: than }),
      pace && make("p", { text: pace, "data-testid": "tps" }),
      better === undefined ? "" : make("p", { text: verdict(better), "data-testid": "verdict" }),
      make(
        "div",
        { class: "row" },
        button("Play again", reset),
        button("Another puzzle", () => go(address("library"))),
      ),
    );
  }

  clock() {
    const text = clock(spent() / 1000);
    if (this.time.textContent !== text) this.time.textContent = text;
  }

  /** Show what is known of the distance. */
  distance(now) {
    this.now = now;
    clearTimeout(this.soon);
    this.halt.hidden = !(now.outcome === "asking" && now.seconds >= PATIENCE);
    if (now.outcome === "unsolvable") this.allow("Hint and Solve are off: the goal cannot be reached from here.");
    if (this.previewed) return;
    const { outcome, distance, bound, doing, place, states, seconds, part, reason, error, since, best, otherGoal } =
      now;
    const some = best ? `; best so far ${counted(best, state.style, state.game.family)}` : "";
    const show = (figure, unit, note, kind, ...more) => {
      this.distanceBox.dataset.outcome = kind;
      this.distanceBox.replaceChildren(
        make("span", { class: "figure", text: figure }),
        make("span", { class: "unit", text: unit }),
        make("p", { class: "note", text: note }),
        ...more.filter(Boolean),
      );
    };
    const looked = [states ? `${rough(states)} states` : "", seconds >= 1 ? `${seconds.toFixed(0)} s` : ""]
      .filter(Boolean)
      .join(" · ");
    if (outcome === "solved" && distance === 0) show("0", "to go", "The goal is reached: solved.", "done");
    else if (outcome === "solved") show(`${distance}`, "to go", "proved minimum", "proved");
    else if (outcome === "unsolvable")
      show(
        "∞",
        "Unsolvable",
        UNSOLVABLE[reason] ?? UNSOLVABLE.exhausted,
        "unsolvable",
        otherGoal && tryGoal(otherGoal),
      );
    else if (outcome === "stopped")
      show(
        `≥ ${bound ?? 0}`,
        "to go",
        `proved; ${reason === "caller" ? "you stopped the search" : `the search stopped at the ${LIMITS[reason] ?? "limit"}`}${looked && ` after ${looked}`}${some}`,
        "stopped",
        reason !== "caller" && solveFurther(),
      );
    else if (outcome === "error") {
      this.distanceBox.dataset.outcome = "error";
      this.distanceBox.replaceChildren(errorBox(error));
    } else {
      const how = `${DOING[doing] ?? "searching"}${queued(place)}${part ? ` ${Math.round(part * 100)} %` : ""}`;
      const tell = () =>
        show(bound ? `≥ ${bound}` : "…", "to go", `${how} …${looked && ` ${looked}`}${some}`, "asking");
      // Most answers come at once; until then the last one stays, in grey, so that it does not flicker.
      this.distanceBox.dataset.outcome = "asking";
      const left = 300 - (performance.now() - since);
      if (left <= 0) tell();
      else this.soon = setTimeout(tell, left);
    }
  }

  /** Show the number of moves left in the solution on the board; `null` when the player closes. */
  preview(left) {
    this.previewed = left !== null;
    clearTimeout(this.soon);
    this.solve.hidden = this.hint.hidden = this.replay.hidden = this.previewed;
    if (!this.previewed) return this.now && this.distance(this.now);
    this.distanceBox.dataset.outcome = left ? "proved" : "done";
    this.distanceBox.replaceChildren(
      make("span", { class: "figure", text: left }),
      make("span", { class: "unit", text: "to go" }),
      make("p", {
        class: "note",
        text: this.player.own
          ? "moves of your game"
          : this.proved
            ? "moves of a shortest solution"
            : "moves of a solution; there may be a shorter one",
      }),
    );
  }

  hinted(on, text) {
    if (!on) clearTimeout(this.fade);
    this.hint.classList.toggle("on", on);
    this.hint.textContent = on ? text : "Hint";
  }

  /** Show a sentence. */
  tell(sentence) {
    this.message.replaceChildren(sentence);
  }

  waits(on) {
    this.solve.textContent = on ? "Searching …" : "Solve from here";
  }

  async randomPosition() {
    const { rows, cols, goal } = state.game;
    try {
      const { text } = await ask("random", { size: `${rows}x${cols}`, ...(goal ? { goal } : {}) });
      go(address("play", "", { text, goal }));
    } catch (error) {
      this.message.replaceChildren(errorBox(error));
    }
  }
}
