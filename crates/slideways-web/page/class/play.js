// One puzzle of a class list: the board, the count and the time. No hints, distances or solutions; the length of a
// shortest solution shows when the puzzle is solved.

import { announce } from "../announce.js";
import { ask, page } from "../api.js";
import { Board } from "../board.js";
import { clock } from "../clock.js";
import { counted, moves, STYLES, words } from "../count.js";
import { button, make } from "../dom.js";
import { goal } from "../goal.js";
import { pathInWords } from "../move-list.js";
import { queued } from "../queue.js";
import { solved, tiles } from "../rule.js";
import { SolidView } from "../solid.js";
import * as played from "../state.js";
import { gameKeys } from "./keys.js";
import { fragmentOf, puzzleOf } from "./link.js";
import { inWords, Results } from "./results.js";
import { titleOf } from "./title.js";

const { state } = played;

/** Show the puzzle with a number, from 0. Returns how to leave it. */
export async function showPuzzle(element, list, number) {
  const results = new Results(list);
  const { game, at, style, fragment } = await puzzleOf(list.puzzles[number]);
  const title = titleOf({ game, at });
  // The name keeps the moves of the class apart from those of Play.
  played.open({ ...game, name: results.game(number) }, { at, style, fragment });
  const stop = new AbortController();

  const count = make("output", { class: "figure", "data-testid": "count" });
  const unit = make("span", { class: "unit" });
  const time = make("output", { class: "figure", "data-testid": "timer" });
  const banner = make("div", { class: "banner", role: "status", hidden: true, "data-testid": "class-solved" });
  const undo = button("Undo", played.undo, { key: "U", "data-testid": "undo" });
  const redo = button("Redo", played.redo, { key: "R", "data-testid": "redo" });
  const reset = button("Reset", played.reset, { key: "0", "data-testid": "reset" });
  const frame = make("div");
  const board = new Board(frame, {
    played: played.play,
    pushes: () => tiles(state.game) || STYLES[state.style].set,
    alone: () => !STYLES[state.style].set,
    stuck: (piece) => announce(`${board.name(piece)} cannot move that way`),
  });
  const solid = new SolidView(board);
  const to = (text, fragment, id) => make("a", { class: "button", href: fragment, text, "data-testid": id });
  const last = number + 1 >= list.puzzles.length;
  element.append(
    make(
      "section",
      { class: "stage", "aria-label": "Board" },
      solid.element,
      frame,
      make("div", { class: "turns" }, undo, redo, reset),
    ),
    make(
      "aside",
      { class: "panel", "aria-label": "Game" },
      make(
        "header",
        { class: "head" },
        make("h1", { text: title, "data-testid": "title" }),
        make("p", { class: "about", text: `Puzzle ${number + 1} of ${list.puzzles.length}` }),
      ),
      banner,
      make("div", { class: "wanted" }, goal(game) ?? ""),
      make(
        "div",
        { class: "counts" },
        make("div", {}, count, unit),
        make("div", {}, time, make("span", { class: "unit", text: "time" })),
      ),
      make("p", { class: "means", text: `one move = ${words(style, game.family).means}` }),
      make(
        "div",
        { class: "row" },
        to("All puzzles", fragmentOf(list), "class-list"),
        last ? null : to("Next puzzle", fragmentOf(list, { play: number + 1 }), "class-next"),
      ),
    ),
  );

  const tick = () => {
    const text = clock(played.spent() / 1000);
    if (time.textContent !== text) time.textContent = text;
  };
  const congratulate = (done, counts) => {
    const again = counts.moves < done ? `This time ${counted(done, state.style, game.family)}. Your best: ` : "";
    banner.replaceChildren(
      make("h2", { text: "Solved" }),
      make("p", { text: `${again}${inWords(counts)}.`, "data-testid": "class-result" }),
    );
  };
  const finish = async (done) => {
    played.rest();
    const found = { moves: done, seconds: Math.round(played.spent() / 1000), style: state.style, family: game.family };
    const counts = results.note(number, { ...found, least: at ? undefined : game.optimum?.[state.style] });
    congratulate(done, counts);
    announce(`Solved. ${inWords(counts)}`);
    if (typeof counts.least === "number") return;
    const least = await shortest(game, state.start, state.style, stop.signal, (text) => {
      banner.lastChild.textContent = `${inWords(counts)}; ${text}`;
    });
    if (least === null || stop.signal.aborted) return;
    results.shortest(number, least);
    if (!banner.hidden) congratulate(done, results.solved[number]);
  };
  const show = (what) => {
    if (what === "open") {
      board.show(state.game, state.at);
      solid.show();
    } else board.place(state.at);
    const steps = moves(played.steps(), state.style).length;
    const done = solved(state.game, state.at) && steps > 0;
    count.textContent = steps;
    unit.textContent = counted(steps, state.style, game.family).replace(/^\d+ /, "");
    undo.disabled = reset.disabled = state.cursor === 0;
    redo.disabled = state.cursor === state.entries.length;
    banner.hidden = !done;
    tick();
    if (done) finish(steps);
    else if (what === "play") announce(spoken(board));
  };
  const quiet = played.subscribe(show);
  show("open");
  document.title = `${title} · Slideways`;
  const silent = gameKeys(board);
  const timer = setInterval(tick, 250);
  return () => {
    quiet();
    silent();
    stop.abort();
    clearInterval(timer);
    solid.leave();
    played.leave();
    document.title = "Slideways";
  };
}

/** The last move in words. */
function spoken(board) {
  const move = state.entries[state.cursor - 1]?.moves?.at(-1);
  return move ? `${board.name(move.pieces[0])} ${pathInWords(move.path)}` : "";
}

/** The length of a shortest solution, or `null` if the server does not find it; `tell` hears of the wait. */
async function shortest({ text, goal }, at, style, signal, tell) {
  const question = { game: { text, ...(goal ? { goal } : {}), at }, style, page: `${page}-class` };
  const progress = ({ place }) => tell(`looking for the shortest solution${queued(place)}`);
  const answer = await ask("solve", question, { on: { progress }, signal }).catch(() => null);
  return answer?.outcome === "solved" ? answer.path.length : null;
}
