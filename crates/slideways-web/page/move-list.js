// The moves played, counted in the chosen style, each rated: better, equal or worse.

import { moves } from "./count.js";
import { make } from "./dom.js";
import { place, step, tiles } from "./rule.js";
import { origin, seek, state, steps } from "./state.js";

const ARROWS = { U: "↑", D: "↓", L: "←", R: "→", N: "↙", F: "↗" };
const WORDS = { U: "up", D: "down", L: "left", R: "right", N: "nearer", F: "farther" };

/** A path in arrows: `DDR` is `↓2 →`. */
export function arrows(path) {
  return runs(path)
    .map(([dir, times]) => ARROWS[dir] + (times > 1 ? times : ""))
    .join(" ");
}

/** A path in words: `down 2, right`. */
export function pathInWords(path) {
  return runs(path)
    .map(([dir, times]) => WORDS[dir] + (times > 1 ? ` ${times}` : ""))
    .join(", ");
}

function runs(path) {
  return [...path.matchAll(/(.)\1*/g)].map(([run, dir]) => [dir, run.length]);
}

/** The names of the pieces of a move, `4` or `1 + 3`. */
export function pieceNames({ pieces }, joint = " + ") {
  return pieces.map((piece) => state.game.pieces[piece].name).join(joint);
}

/**
 * The moves since the last jump: `{ pieces, path, before, after, delta, entry, shown, mood }`. `distance(at)` is the
 * known distance of an arrangement; `delta` is undefined if the distance before or after is unknown.
 */
export function ratedMoves(distance) {
  const played = steps();
  const ats = [origin()];
  for (const { pieces, path } of played) ats.push(step(state.game, ats.at(-1), pieces, path));
  const list = moves(played, state.style).map((move) => {
    const [before, after] = [ats[move.from], ats[move.to]];
    const [was, is] = [distance(before), distance(after)];
    const delta = typeof was === "number" && typeof is === "number" ? is - was : undefined;
    return {
      ...move,
      before,
      after,
      delta,
      entry: played[move.to - 1].entry,
      shown: played[move.to - 1].shown,
      mood: mood(before, after, move),
    };
  });
  inferDeltas(list, distance);
  return list;
}

/**
 * A move changes the distance by at most 1. So if n moves of unknown effect change it by n, each changes it by 1.
 */
function inferDeltas(list, distance) {
  for (let first = 0; first < list.length; first += 1) {
    if (list[first].delta !== undefined || typeof distance(list[first].before) !== "number") continue;
    const last = list.findIndex((move, number) => number >= first && typeof distance(move.after) === "number");
    if (last < 0) return;
    const sum = distance(list[last].after) - distance(list[first].before);
    const count = last - first + 1;
    if (Math.abs(sum) === count) for (const move of list.slice(first, last + 1)) move.delta = sum / count;
  }
}

/** A move is happy if its tiles come nearer to their places in the goal, and sad if they go away from them. */
function mood(before, after, { pieces }) {
  const { game } = state;
  if (!tiles(game) || game.goals.length !== 1) return null;
  const homes = new Map(game.goals[0].map(({ kind, at }) => [kind, place(game, at)]));
  let sum = 0;
  for (const piece of pieces) {
    const home = homes.get(game.pieces[piece].kind);
    const far = (at) => Math.abs(place(game, at[piece])[1] - home[1]) + Math.abs(place(game, at[piece])[2] - home[2]);
    if (home) sum += far(after) - far(before);
  }
  return sum < 0 ? "happy" : sum > 0 ? "sad" : null;
}

/** How a move is rated: sign, word and change of the distance. */
export function rating(delta) {
  if (delta === undefined) return { sign: "·", word: "", by: "", kind: "open" };
  if (delta < 0) return { sign: "↘", word: "better", by: `−${-delta}`, kind: "better" };
  if (delta > 0) return { sign: "↗", word: "worse", by: `+${delta}`, kind: "worse" };
  return { sign: "→", word: "equal", by: "0", kind: "equal" };
}

/** Show the moves in an element; a click on a move goes back to the arrangement after it. */
export function showMoves(element, list) {
  const rows = list.map((move, number) => {
    const { sign, word, by, kind } = rating(move.delta);
    const label = `${number + 1}. ${pieceNames(move)} ${pathInWords(move.path)}${word && `, ${word}, ${by}`}`;
    return make(
      "li",
      { class: `mark-${kind}`, "data-delta": move.delta ?? "", "data-testid": "played" },
      make(
        "button",
        {
          type: "button",
          title: move.mood && `${move.mood} ${move.pieces.length > 1 ? "tiles" : "tile"}`,
          on: { click: () => seek(move.entry + 1) },
        },
        make("span", { class: "unseen", text: label }),
        make("span", { class: "number", "aria-hidden": "true", text: `${number + 1}` }),
        make(
          "span",
          { class: "what", "aria-hidden": "true" },
          make("b", { text: pieceNames(move, " ") }),
          ` ${arrows(move.path)}`,
          move.shown ? make("i", { text: "shown" }) : null,
        ),
        make(
          "span",
          { class: "verdict", "aria-hidden": "true" },
          make("span", {
            text: move.mood === "happy" ? "☺" : move.mood === "sad" ? "☹" : "",
            class: "mood",
          }),
          make("span", { text: word }),
          make("span", { class: "delta", text: `${sign} ${by}` }),
        ),
      ),
    );
  });
  const chosen = [...element.children].findIndex((row) => row.contains(document.activeElement));
  element.replaceChildren(...rows);
  if (chosen >= 0) rows[Math.min(chosen, rows.length - 1)]?.firstChild.focus();
  element.scrollTop = element.scrollHeight;
}
