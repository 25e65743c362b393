// Puzzles of the library by proved difficulty: the fewest moves, as most books count them. Packs, and the puzzle of the
// day, which is the same for everyone on the same date.

const DAY = 86_400_000; // milliseconds
const STYLE = "move";

/** The packs, from easy to hard: names and the fewest moves of their hardest puzzles. */
export const PACKS = [
  ["easy", 20],
  ["medium", 50],
  ["hard", 100],
  ["very hard", Number.POSITIVE_INFINITY],
];

/** The fewest moves of a puzzle of blocks, or undefined. */
const fewest = ({ family, optimum }) => (family === "blocks" ? optimum?.[STYLE] : undefined);

/** The name of the pack of a puzzle, or undefined if its fewest moves are not known. */
export function packOf(puzzle) {
  const moves = fewest(puzzle);
  return moves === undefined ? undefined : PACKS.find(([, most]) => moves <= most)[0];
}

/**
 * The puzzle of a date: the easiest seventh of the library on Mondays, the hardest on Sundays. A puzzle comes again when
 * all others of its seventh have had their week.
 */
export function puzzleOfTheDay(puzzles, date) {
  const ranked = puzzles.filter((puzzle) => fewest(puzzle) !== undefined && !puzzle.twin_of);
  ranked.sort((a, b) => fewest(a) - fewest(b) || (a.name < b.name ? -1 : 1));
  const days = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  const [week, weekday] = [Math.floor((days + 3) / 7), (days + 3) % 7]; // 1 January 1970 was a Thursday
  const [from, to] = [weekday, weekday + 1].map((part) => Math.floor((part * ranked.length) / 7));
  return ranked[from + ((week * stride(to - from)) % (to - from))];
}

/** A stride that visits all of a number of places, and no neighbours one after the other. */
function stride(number) {
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  let step = Math.ceil(number * 0.618);
  while (divisor(step, number) !== 1) step += 1;
  return step;
}
