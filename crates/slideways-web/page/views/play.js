// Play: the board, and the panel beside it.

import { announce } from "../announce.js";
import { Board } from "../board.js";
import { commands } from "../commands.js";
import { moves, STYLES } from "../count.js";
import { Distance } from "../distance.js";
import { make } from "../dom.js";
import { wanted } from "../games.js";
import { pathInWords, pieceNames, ratedMoves, showMoves } from "../move-list.js";
import { gameTitle, Panel } from "../panel.js";
import { Player } from "../player.js";
import { address, go, parse } from "../router.js";
import { play as rulePlay, solved, tiles } from "../rule.js";
import { SolidView } from "../solid.js";
import * as game from "../state.js";

const { state } = game;

/** Show the game that the address names. */
export async function mount(element, params) {
  await wanted(params);
  const stage = make("section", { class: "stage", "aria-label": "Board" });
  const frame = make("div");
  stage.append(frame);

  const play = (moves) => {
    if (player.active) player.adopt();
    game.play(moves);
  };
  const board = new Board(frame, {
    played: play,
    pushes: () => tiles(state.game) || STYLES[state.style].set,
    alone: () => !STYLES[state.style].set,
    grabbed: () => player.pause(),
    stuck: (piece) => announce(`${board.name(piece)} cannot move that way`),
  });
  const player = new Player(board, (at, left, move) => {
    panel.preview(at ? left : null);
    panel.turns.hidden = Boolean(at);
    if (!at) panel.replay.hidden = !played().length;
    board.hint(null);
    if (move) announce(`${spoken(board, move)}, ${left} to go`);
  });
  const distance = new Distance((now) => {
    panel.distance(now);
    if (now.outcome !== "asking") list();
    if (now.outcome === "solved") said(now.distance === 0 ? "solved" : `${now.distance} to go`);
    if (now.outcome === "asking" && now.seconds > 2)
      said(now.bound ? `at least ${now.bound} to go, still searching` : "still searching");
    if (now.outcome === "stopped")
      announce(
        `the search stopped${now.reason === "caller" ? "" : " at its limit"}${now.bound ? `: at least ${now.bound} to go` : ""}`,
      );
    if (now.outcome === "unsolvable") said("the goal cannot be reached");
    if (now.outcome !== "asking") past();
    if (
      waiting &&
      (now.outcome !== "solved" || distance.shortestFrom(state.at, state.style)) &&
      now.outcome !== "asking"
    )
      solve();
  });

  let waiting = false;
  let unsaid = "";
  // The distance may be known before the solution is.
  const unknown = () => ["asking", "solved"].includes(distance.now.outcome);
  const why = () =>
    distance.now.outcome === "unsolvable"
      ? "The goal cannot be reached from here."
      : distance.now.outcome === "stopped"
        ? "The search stopped without a shortest solution. It may find one a few moves nearer to the goal."
        : "There was no answer. The next move asks again.";
  const known = (at) => distance.of(state.game, at, state.style);
  const played = () => ratedMoves(known);
  const list = () => showMoves(panel.list, played());
  const past = () =>
    distance.recall(
      state.game,
      [...played().flatMap((move) => [move.before, move.after]), game.origin()],
      state.style,
      () => {
        list();
        panel.least(least(known));
      },
    );
  const said = (rest) => {
    if (unsaid) announce(`${unsaid}, ${rest}`);
    unsaid = "";
  };

  const helped = () => {
    game.help();
    panel.reset.disabled = false;
  };

  const hint = (on) => {
    const move = on && !player.active ? distance.shortestFrom(state.at, state.style)?.[0] : null;
    if (move) helped();
    panel.hinted(on, move ? "Hint" : unknown() ? "No hint yet" : "No hint");
    board.hint(move ?? null);
    if (!on || player.active) return;
    announce(
      move
        ? `Hint: ${spoken(board, move)}`
        : solved(state.game, state.at)
          ? "Already solved"
          : unknown()
            ? "No hint yet: still searching"
            : why(),
    );
  };
  const solve = () => {
    waiting = false;
    if (player.active) return player.turn();
    const solution = distance.bestFrom(state.at, state.style);
    panel.proved = solution === distance.shortestFrom(state.at, state.style);
    if (!solution) {
      waiting = unknown();
      if (!waiting) panel.tell(why());
    } else if (solution.length) {
      helped();
      player.open(solution);
      reveal();
    }
    panel.waits(waiting);
    if (solution?.length) player.turn();
  };

  /** Scroll so that the board and the buttons of the film are on the screen. */
  const reveal = () => {
    const seen = frame.getBoundingClientRect().top >= 0 && player.bar.getBoundingClientRect().bottom <= innerHeight;
    if (!seen) stage.scrollIntoView({ block: "start" });
  };

  const replay = () => {
    const own = game.origin();
    const film = played();
    if (!film.length) return;
    // Moves are combined for the count. Should the rule not allow one of them, the film shows the single steps.
    player.open(rulePlay(state.game, own, film) ? film : game.steps(), { own });
    reveal();
    player.turn();
  };

  const panel = new Panel({
    player,
    hint,
    solve,
    halt: () => distance.halt(),
    replay,
    solution: () => {
      const solution = words(distance.bestFrom(state.at, state.style));
      if (solution?.length) helped();
      return solution;
    },
  });
  const solid = new SolidView(board);
  stage.prepend(solid.element);
  stage.append(player.bar, panel.turns);
  element.append(stage, panel.element);

  const show = (what) => {
    hint(false);
    waiting = false;
    panel.waits(false);
    panel.tell("");
    if (player.active) player.close();
    if (what === "open") {
      distance.forget();
      panel.open();
      board.show(state.game, state.at);
      solid.show();
      document.title = `${gameTitle(state.game)} · Slideways`;
    } else board.place(state.at);
    if (what === "style") rename();
    const done = solved(state.game, state.at);
    const count = moves(game.steps(), state.style).length;
    if (done) game.rest();
    panel.update({ count, done, reached: what === "play" && done, least: least(known) });
    list();
    if (what === "play") unsaid = last(board);
    else unsaid = what === "open" ? gameTitle(state.game) : what === "style" ? `style ${state.style}` : what;
    distance.look(state.game, state.at, state.style);
  };
  const quiet = game.subscribe(show);
  show("open");
  const silent = commands({ board, player, hint, solve, panel });
  const clock = setInterval(() => panel.clock(), 250);

  return () => {
    quiet();
    silent();
    clearInterval(clock);
    player.close();
    solid.leave();
    panel.exports.leave();
    distance.leave();
    game.leave();
    document.title = "Slideways";
  };
}

/** If the address names a style, change it to the chosen one. */
function rename() {
  const { view, name, query } = parse(location.hash);
  if (!query.has("style")) return;
  query.set("style", state.style);
  state.fragment = address(view, name, Object.fromEntries(query));
  go(state.fragment, { replace: true });
}

/** The last gesture in words. */
function last(board) {
  const entry = state.entries[state.cursor - 1];
  const move = entry?.moves?.at(-1);
  if (!move) return "";
  const sum = entry.moves.length > 1 && entry.moves.every(({ path }) => path === move.path);
  return sum ? `${entry.moves.length} tiles ${pathInWords(move.path)}` : spoken(board, move);
}

/** A move in words: pieces and path. */
function spoken(board, move) {
  const who =
    move.pieces.length > 1
      ? `${tiles(state.game) ? "tiles" : "pieces"} ${pieceNames(move, ", ")}`
      : board.name(move.pieces[0]);
  return `${who} ${pathInWords(move.path)}`;
}

/** The proved minimum from where the count began, or undefined. */
function least(known) {
  const { game: puzzle, style } = state;
  const from = game.origin();
  const atStart = from.every((cell, piece) => cell === puzzle.pieces[piece].at);
  return known(from) ?? (atStart ? puzzle.optimum?.[style] : undefined);
}

/** A solution in the notation of the command line. */
function words(solution) {
  if (!solution) return null;
  return solution.map(({ word }) => word);
}
