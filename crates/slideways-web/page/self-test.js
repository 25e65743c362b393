// Checks of the rule and of the counts. In the browser: `(await import("/self-test.js")).failures()`.

import { moves } from "./count.js";
import { errorLines } from "./errors.js";
import { address, parse } from "./router.js";
import { key, movers, play, pushed, solved, step } from "./rule.js";

/** A box of one layer with pieces of one cell, from rows of text: `.` is empty, `x` is blocked, others are pieces. */
function box(rows, more = {}) {
  const cells = rows.join("").split("");
  const names = [...new Set(cells.filter((name) => name !== "." && name !== "x"))].sort();
  const pieces = [];
  for (const [at, name] of cells.entries()) {
    if (names.includes(name)) pieces.push({ kind: names.indexOf(name), name, at });
  }
  return {
    family: "blocks",
    layers: 1,
    rows: rows.length,
    cols: rows[0].length,
    gates: [],
    goals: [],
    pieces,
    kinds: names.map((name) => ({ name, cells: [[0, 0, 0]], along: null })),
    blocked: cells.flatMap((name, at) => (name === "x" ? [at] : [])),
    ...more,
  };
}

const at = (game) => game.pieces.map((piece) => piece.at);
const played = (text) =>
  text.split(" ").map((word) => ({ pieces: word.split(":")[0].split("+").map(Number), path: word.split(":")[1] }));
const count = (text, style) =>
  moves(
    played(text).flatMap(({ pieces, path }) => [...path].map((dir) => ({ pieces, path: dir }))),
    style,
  ).length;

const CHECKS = {
  "a piece stops at a wall, at a blocked cell and at another": () => {
    const game = box(["12.", "..x"]);
    return (
      step(game, at(game), [0], "L") === null &&
      step(game, at(game), [0], "R") === null &&
      String(step(game, at(game), [1], "R")) === "0,2" &&
      step(game, step(game, at(game), [1], "R"), [1], "D") === null
    );
  },
  "two pieces move together where one cannot": () => {
    const game = box(["12."]);
    return (
      String(step(game, at(game), [0, 1], "R")) === "1,2" &&
      String(pushed(game, at(game), 0, "R")) === "0,1" &&
      movers(game, at(game), 0, "R", false) === null &&
      pushed(game, at(game), 0, "L") === null
    );
  },
  "a gate admits only the kinds it names": () => {
    const game = box(["1..", "2.."], {
      gates: [
        { cell: 1, kinds: [0] },
        { cell: 4, kinds: [0] },
      ],
    });
    return step(game, at(game), [0], "R") !== null && step(game, at(game), [1], "R") === null;
  },
  "a car keeps to its line": () => {
    const game = box(["1.", ".."]);
    game.kinds[0].along = "row";
    return step(game, at(game), [0], "R") !== null && step(game, at(game), [0], "D") === null;
  },
  "an illegal move is not played": () => {
    const game = box(["1."]);
    return (
      play(game, at(game), [{ pieces: [0], path: "RR" }]) === null &&
      String(play(game, at(game), [{ pieces: [0], path: "RL" }])) === "0"
    );
  },
  "pieces of one kind are interchangeable in keys and goals": () => {
    const game = box(["11."], { goals: [[{ kind: 0, at: 2 }]] });
    return key(game, [0, 2]) === key(game, [2, 0]) && solved(game, [2, 1]) && !solved(game, [0, 1]);
  },
  "a path is one move, two slides, three steps": () =>
    count("0:RRD", "move") === 1 && count("0:RRD", "slide") === 2 && count("0:RRD", "step") === 3,
  "consecutive moves of one piece are one": () => count("0:R 0:D 1:L", "move") === 2 && count("0:R 0:R", "slide") === 1,
  "there and back counts as no move, and as two steps": () =>
    count("0:R 0:L", "move") === 0 && count("0:R 0:L", "slide") === 0 && count("0:R 0:L", "step") === 2,
  "a step and its undoing in between do not split a move": () => count("0:R 1:D 1:U 0:R", "move") === 1,
  "pieces that take the same path are one set move": () =>
    count("0:RR 1:RR", "set-slide") === 1 &&
    count("0:R 1:R 2:R", "set-step") === 1 &&
    count("0:R 1:R", "step") === 2 &&
    count("0+1:RD", "set-move") === 1 &&
    count("0:R 0+1:R", "set-move") === 2,
  "an address is parsed back to its parts": () => {
    const text = "2 x 2 a & b? #1\n1 = 1/1\n1\n";
    const { view, name, query } = parse(address("play", "gnome/bone", { text, at: null }));
    return view === "play" && name === "gnome/bone" && query.get("text") === text && !query.has("at");
  },
  "an error is shown under its text": () =>
    errorLines({ message: "no", line: 2, column: 3, span: [4, 6], label: "here", help: "do" }, "a\nbcde").join("\n") ===
    "error: no\n  |\n2 | bcde\n  |   ^^ here\nhelp: do",
};

/** The names of the checks that fail. */
export function failures() {
  return Object.entries(CHECKS)
    .filter(([, holds]) => {
      try {
        return !holds();
      } catch {
        return true;
      }
    })
    .map(([name]) => name);
}
