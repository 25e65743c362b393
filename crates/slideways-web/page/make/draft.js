// A puzzle in the editor: cells painted with brushes.
//
// Connected cells of one brush are a piece; if the brush is `apart`, all its cells are one piece. Pieces of one shape
// are one kind, unless their brushes differ in `group` or `along`. A draft is immutable JSON: every function returns a
// new one.

import { cellAt, place } from "../rule.js";

const EMPTY = 0;
const SIDES = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
export const WALL = -1;

export function fresh(rows = 4, cols = 4) {
  return {
    title: "my puzzle",
    layers: 1,
    rows,
    cols,
    solid: false,
    cells: new Array(rows * cols).fill(EMPTY),
    brushes: {},
    goals: [[]],
    gates: {},
    notes: [],
    names: {}, // names of kinds, by key
    colours: {}, // colours of kinds as the server gave them, by key, until the draft changes
  };
}

/** The traits of a new brush. */
export function brush() {
  return { apart: false, group: 0, along: null, call: null };
}

/** The pieces of a draft, by first cell: `{ brush, cells, kind }`; pieces of one kind have the same key `kind`. */
export function pieces(draft) {
  const found = [];
  const seen = new Set();
  draft.cells.forEach((number, cell) => {
    if (number <= 0 || seen.has(cell)) return;
    const { apart } = draft.brushes[number] ?? brush();
    const cells = apart ? draft.cells.flatMap((other, at) => (other === number ? [at] : [])) : connected(draft, cell);
    for (const one of cells) seen.add(one);
    found.push({ brush: number, cells, kind: kindOf(draft, draft.brushes[number] ?? brush(), cells) });
  });
  return found;
}

/** The key of the kind of a piece with these traits on these cells. */
export function kindOf(draft, { along = null, group = 0 }, cells) {
  return `${pattern(draft, cells)} ${along ?? ""} ${group}`;
}

function connected(draft, first) {
  const list = [first];
  for (const cell of list) {
    const [layer, row, col] = place(draft, cell);
    for (const [l, r, c] of SIDES) {
      const other = cellAt(draft, layer + l, row + r, col + c);
      if (other >= 0 && draft.cells[other] === draft.cells[first] && !list.includes(other)) list.push(other);
    }
  }
  return list.sort((a, b) => a - b);
}

/** Cells as a pattern of puzzle text: `11/11`. */
export function pattern(draft, cells) {
  const places = cells.map((cell) => place(draft, cell));
  const low = [0, 1, 2].map((axis) => Math.min(...places.map((at) => at[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...places.map((at) => at[axis])));
  const has = new Set(places.map(String));
  const run = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return run(low[0], high[0])
    .map((layer) =>
      run(low[1], high[1])
        .map(
          (row) =>
            run(low[2], high[2])
              .map((col) => (has.has(String([layer, row, col])) ? "1" : "0"))
              .join("")
              .replace(/0+$/, "") || "0",
        )
        .join("/"),
    )
    .join("//");
}

/** Offsets of a piece's cells from its first. */
export function offsets(draft, cells) {
  const first = place(draft, cells[0]);
  return cells.map((cell) => place(draft, cell).map((part, axis) => part - first[axis]));
}

/** The cells that the first piece of a brush would cover with its first cell on `at`, or `null` if it does not fit. */
export function covered(draft, number, at, all = pieces(draft)) {
  const piece = all.find((one) => one.brush === number);
  if (!piece) return null;
  const [layer, row, col] = place(draft, at);
  const cells = offsets(draft, piece.cells).map(([l, r, c]) => cellAt(draft, layer + l, row + r, col + c));
  return cells.every((cell) => cell >= 0 && draft.cells[cell] !== WALL) ? cells : null;
}

/** The draft of a game; `null` for tiles, which are not painted. */
export function fromGame(game) {
  if (game.family === "tiles") return null;
  const size = game.layers * game.rows * game.cols;
  const draft = {
    ...fresh(),
    title: game.title,
    layers: game.layers,
    rows: game.rows,
    cols: game.cols,
    solid: game.solid,
    cells: new Array(size).fill(EMPTY),
    notes: [...game.notes],
  };
  for (const cell of game.blocked) draft.cells[cell] = WALL;
  const own = game.pieces.some((piece) => piece.name !== game.kinds[piece.kind].name);
  const groups = new Map();
  const firsts = [];
  [...game.pieces]
    .sort((a, b) => a.kind - b.kind)
    .forEach((piece) => {
      const { cells: shape, along } = game.kinds[piece.kind];
      const [layer, row, col] = place(game, piece.at);
      const cells = shape.map(([l, r, c]) => cellAt(game, layer + l, row + r, col + c)).sort((a, b) => a - b);
      const number = suited(draft, piece.kind, cells, firsts, own);
      for (const cell of cells) draft.cells[cell] = number;
      if (draft.brushes[number]) return;
      const likeness = `${pattern(draft, cells)} ${along ?? ""}`;
      const kinds = groups.get(likeness) ?? groups.set(likeness, []).get(likeness);
      if (!kinds.includes(piece.kind)) kinds.push(piece.kind);
      draft.brushes[number] = {
        apart: connected(draft, cells[0]).length < cells.length,
        group: kinds.indexOf(piece.kind),
        along,
        call: own ? piece.name : null,
      };
      firsts[piece.kind] ??= [];
      firsts[piece.kind].push(number);
    });
  for (const piece of pieces(draft)) {
    const index = firsts.findIndex((numbers) => numbers?.includes(piece.brush));
    draft.names[piece.kind] = game.kinds[index].name;
    draft.colours[piece.kind] = game.pieces.find(({ kind }) => kind === index).colour;
  }
  const first = (index) => firsts[index]?.[0];
  draft.goals = game.goals.map((goal) =>
    goal.filter(({ kind }) => first(kind)).map(({ kind, at }) => ({ brush: first(kind), at })),
  );
  if (!draft.goals.length) draft.goals = [[]];
  for (const { cell, kinds } of game.gates) draft.gates[cell] = kinds.map(first).filter(Boolean);
  return draft;
}

/** A brush of the kind whose cells do not touch these, else a new brush: equal brushes that touch would merge. */
function suited(draft, index, cells, firsts, own) {
  const next = Object.keys(draft.brushes).length + 1;
  if (own) return next;
  const near = beside(draft, cells);
  return (firsts[index] ?? []).find((number) => !near.has(number) && !draft.brushes[number].apart) ?? next;
}

/** The brushes on the cells that touch these cells. */
export function beside(draft, cells) {
  const touching = cells.flatMap((cell) => {
    const [layer, row, col] = place(draft, cell);
    return SIDES.map(([l, r, c]) => cellAt(draft, layer + l, row + r, col + c));
  });
  return new Set(touching.filter((cell) => !cells.includes(cell)).map((cell) => draft.cells[cell] ?? EMPTY));
}
