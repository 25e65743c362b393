// Changes of a draft; every function returns a new draft.

import { cellAt, place } from "../rule.js";
import { brush, covered, pieces, WALL } from "./draft.js";

/** Paint a cell with a brush, with `WALL`, or with 0 to empty it. */
export function paint(draft, cell, what) {
  if (draft.cells[cell] === what) return draft;
  const cells = draft.cells.slice();
  cells[cell] = what;
  const brushes = what > 0 && !draft.brushes[what] ? { ...draft.brushes, [what]: brush() } : draft.brushes;
  return { ...draft, cells, brushes };
}

/** A draft of another size, without the pieces that it cuts and the marks that no longer fit. */
export function resized(draft, rows, cols, layers = draft.layers) {
  const next = { ...draft, rows, cols, layers, solid: layers > 1 };
  const moved = (cell) => cellAt(next, ...place(draft, cell));
  next.cells = new Array(layers * rows * cols).fill(0);
  const old = pieces(draft);
  const cut = new Set(old.filter(({ cells }) => cells.some((cell) => moved(cell) < 0)).flatMap(({ cells }) => cells));
  draft.cells.forEach((what, cell) => {
    if (moved(cell) >= 0 && !cut.has(cell)) next.cells[moved(cell)] = what;
  });
  const all = pieces(next);
  const fits = ({ brush: number, at }) =>
    at >= 0 && (covered(next, number, at, all) || !old.some((piece) => piece.brush === number));
  next.goals = draft.goals.map((goal) => goal.map((mark) => ({ ...mark, at: moved(mark.at) })).filter(fits));
  next.gates = Object.fromEntries(
    Object.entries(draft.gates)
      .map(([cell, who]) => [moved(Number(cell)), who])
      .filter(([cell]) => cell >= 0),
  );
  return next;
}

/** Change traits of a brush. */
export function changed(draft, number, change) {
  return { ...draft, brushes: { ...draft.brushes, [number]: { ...(draft.brushes[number] ?? brush()), ...change } } };
}

/** Separate the pieces of a brush from other kinds of the same shape, or not. */
export function apartFrom(draft, number, own) {
  const groups = Object.values(draft.brushes).map(({ group }) => group);
  return changed(draft, number, { group: own ? Math.max(0, ...groups) + 1 : 0 });
}

/** Make all pieces of one shape one kind. */
export function alike(draft) {
  const brushes = Object.fromEntries(
    Object.entries(draft.brushes).map(([number, one]) => [number, { ...one, group: 0, call: null }]),
  );
  return { ...draft, brushes };
}

/** The index of the mark of a goal that covers a cell, or -1. */
export function markOn(draft, goal, cell) {
  const all = pieces(draft);
  return (draft.goals[goal] ?? []).findIndex(({ brush, at }) => covered(draft, brush, at, all)?.includes(cell));
}

function withGoal(draft, goal, marks) {
  const goals = draft.goals.slice();
  goals[goal] = marks;
  return { ...draft, goals };
}

/** Mark a cell in a goal for a piece of a brush: its first cell goes there if it fits, else another of its cells. */
export function want(draft, goal, number, cell) {
  const all = pieces(draft);
  const like = all.find((piece) => piece.brush === number);
  if (!like) return draft;
  const [layer, row, col] = place(draft, cell);
  const first = place(draft, like.cells[0]);
  const tries = like.cells
    .map((one) => place(draft, one))
    .map(([l, r, c]) => cellAt(draft, layer - l + first[0], row - r + first[1], col - c + first[2]));
  const at = tries.find((one) => one >= 0 && covered(draft, number, one, all));
  if (at === undefined) return draft;
  const over = new Set(covered(draft, number, at, all));
  const kindOf = (other) => all.find((piece) => piece.brush === other)?.kind;
  let marks = draft.goals[goal].filter(
    (mark) => !covered(draft, mark.brush, mark.at, all)?.some((one) => over.has(one)),
  );
  const same = marks.filter((mark) => kindOf(mark.brush) === like.kind);
  if (same.length >= all.filter((piece) => piece.kind === like.kind).length)
    marks = marks.filter((mark) => mark !== same[0]);
  return withGoal(
    draft,
    goal,
    [...marks, { brush: number, at }].sort((a, b) => a.at - b.at),
  );
}

export function unwant(draft, goal, mark) {
  return withGoal(
    draft,
    goal,
    draft.goals[goal].filter((_, number) => number !== mark),
  );
}

/** Move a mark from one cell to another, if it fits there. */
export function shiftMark(draft, goal, mark, from, to) {
  const { brush: number, at } = draft.goals[goal][mark];
  const by = place(draft, to).map((part, axis) => part - place(draft, from)[axis]);
  const next = cellAt(draft, ...place(draft, at).map((part, axis) => part + by[axis]));
  if (next < 0 || !covered(draft, number, next)) return draft;
  const marks = draft.goals[goal].map((one, index) => (index === mark ? { ...one, at: next } : one));
  return withGoal(
    draft,
    goal,
    marks.sort((a, b) => a.at - b.at),
  );
}

/** Mark every piece where it starts, as a first draft of a whole goal. */
export function wantAll(draft, goal) {
  return withGoal(
    draft,
    goal,
    pieces(draft).map((piece) => ({ brush: piece.brush, at: piece.cells[0] })),
  );
}

/** Let the kind of a brush enter a cell that is a gate; if it may already, take that away. */
export function gate(draft, cell, number) {
  const who = draft.gates[cell] ?? [];
  const kind = (one) => pieces(draft).find((piece) => piece.brush === one)?.kind;
  const had = who.find((one) => kind(one) === kind(number));
  const now = had === undefined ? [...who, number] : who.filter((one) => one !== had);
  const gates = { ...draft.gates, [cell]: now };
  if (!now.length) delete gates[cell];
  return draft.cells[cell] === WALL ? draft : { ...draft, gates };
}
