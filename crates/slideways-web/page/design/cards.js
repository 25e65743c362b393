// The puzzles found, as cards that open them in Play, and as a pack to save.

import { picture } from "../cards.js";
import { counted } from "../count.js";
import { grouped, make } from "../dom.js";
import { address } from "../router.js";

/** A number with its unit: `1 piece`, `12 pieces`. */
export function plural(number, one) {
  return `${grouped(number)} ${one}${number === 1 ? "" : "s"}`;
}

/** A card that opens a puzzle in Play. */
export function card(puzzle, style) {
  const { text, svg, moves, pieces, states } = puzzle;
  return make(
    "li",
    { "data-testid": "design-puzzle", "data-moves": moves, "data-pieces": pieces },
    make(
      "a",
      { href: address("play", "", { text: text.trim(), style }) },
      picture(svg),
      make("span", { class: "title", text: counted(moves, style) }),
      make("span", { class: "about", text: `${plural(pieces, "piece")} · ${plural(states, "state")}` }),
    ),
  );
}

/**
 * All puzzles as a file, the shortest first. Where every puzzle has a line, the file is a list that all commands read;
 * otherwise it has the puzzle texts, with blank lines between them.
 */
export function pack(puzzles, style, request) {
  const graded = puzzles.toSorted((one, other) => one.moves - other.moves || one.pieces - other.pieces);
  if (!graded.every(({ line }) => line)) return `${graded.map(({ text }) => text.trim()).join("\n\n")}\n`;
  const boards = graded.every(({ line }) => !line.includes("/"));
  // A list of Rush Hour boards has no comments; its lines begin with the number of moves.
  if (boards) return `${graded.map(({ line }) => line).join("\n")}\n`;
  const heading = `# ${plural(graded.length, "puzzle")}: box ${request.box}, pieces ${request.pieces}, style ${style}`;
  const lines = graded.map(
    ({ line, moves, pieces }) => `# ${counted(moves, style)}, ${plural(pieces, "piece")}\n${line}`,
  );
  return `${[heading, ...lines].join("\n")}\n`;
}
