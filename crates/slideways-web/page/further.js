// Where a limit of the page stopped a search: the command that has the whole machine of the user.

import { constants } from "./constants.js";
import { make } from "./dom.js";
import { parse } from "./router.js";
import { tiles } from "./rule.js";
import { state } from "./state.js";

/** A word of a command line, quoted where a shell needs it. */
const quoted = (word) => (/^[\w:.@/=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A sentence with the command. */
export function further(command, ...words) {
  const line = ["slideways", command, ...words.map(quoted)].join(" ");
  return make(
    "span",
    { class: "note further", "data-testid": "further" },
    "On your own machine, ",
    make("code", { text: line }),
    " can go further.",
  );
}

/** The command that solves the game from its current arrangement. */
export function solveFurther() {
  const { game, at, style } = state;
  const options = ["--style", style, ...(game.goal && game.goal !== constants.goals[0] ? ["--goal", game.goal] : [])];
  return further("solve", word(game, at), ...options);
}

/** The command that searches for packings. */
export function lockFurther({ box, bricks, maximal, strength, fewest }) {
  const options = [maximal && "--maximal", strength === "set" && "--strength=set", fewest && "--fewest"];
  return further("lock", box, ...bricks, ...options.filter(Boolean));
}

/** The game as a word: its name, its position, or a file that the user saves. */
function word(game, at) {
  if (tiles(game)) {
    const cells = Array(game.rows * game.cols).fill("0");
    game.pieces.forEach(({ name }, piece) => {
      cells[at[piece]] = name;
    });
    const rows = Array.from({ length: game.rows }, (_, row) => cells.slice(row * game.cols, (row + 1) * game.cols));
    return rows.map((row) => row.join(" ")).join("/");
  }
  const { name } = parse(state.fragment);
  return name && at.every((cell, piece) => cell === game.pieces[piece].at) ? name : "FILE";
}
