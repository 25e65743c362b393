// Whole pieces of a draft: moved, turned, mirrored, copied and removed. Every change returns a new draft.
//
// Equal brushes that touch would merge, so a piece that arrives beside its own brush gets another one. Goals and gates
// name brushes; they follow the kind that they meant.

import { constants } from "../constants.js";
import { cellAt, place } from "../rule.js";
import { beside, brush, covered, kindOf, pieces } from "./draft.js";

/** Turns of a shape: of its offsets (layer, row, column), and of the line that the piece keeps to. */
const TURNS = {
  turn: { by: ([l, r, c]) => [l, c, -r], lines: { row: "column", column: "row" } },
  mirror: { by: ([l, r, c]) => [l, r, -c], lines: {} },
  tip: { by: ([l, r, c]) => [r, -l, c], lines: { column: "layer", layer: "column" } },
};

/** The piece on a cell, or undefined. */
export function pieceOn(draft, cell) {
  return pieces(draft).find((piece) => piece.cells.includes(cell));
}

/** A piece to place: its shape as offsets from the cell by which it is held, its traits, and where it was. */
export function held(draft, piece, by = piece.cells[0]) {
  const origin = place(draft, by);
  return {
    shape: piece.cells.map((cell) => place(draft, cell).map((part, axis) => part - origin[axis])),
    traits: draft.brushes[piece.brush] ?? brush(),
    number: piece.brush,
    from: piece.cells,
  };
}

/** A copy of a piece, which leaves the piece where it is; a piece with its own name gets another. */
export function copied(draft, piece) {
  const copy = held(draft, piece);
  const taken = Object.values(draft.brushes).map(({ call }) => call);
  const call = copy.traits.call && ([...constants.kind_names].find((name) => !taken.includes(name)) ?? null);
  return { ...copy, from: [], traits: { ...copy.traits, call } };
}

/** A held piece after a quarter turn (`turn`), a reflection (`mirror`) or a quarter turn across the layers (`tip`). */
export function turned(piece, how) {
  const { by, lines } = TURNS[how];
  const { along } = piece.traits;
  // `+ 0` makes 0 of -0.
  const shape = piece.shape.map((offset) => by(offset).map((part) => part + 0));
  return { ...piece, shape, traits: { ...piece.traits, along: lines[along] ?? along } };
}

/** The cells of a held piece with its hold on a cell; -1 for those outside the box. */
export function laid(draft, piece, at) {
  const origin = place(draft, at);
  return piece.shape.map((offset) => cellAt(draft, ...offset.map((part, axis) => part + origin[axis])));
}

/** Whether a held piece can be put on cells: they are in the box and empty, once the piece has left its place. */
export function fits(draft, piece, cells) {
  return cells.every((cell) => cell >= 0 && (draft.cells[cell] === 0 || piece.from.includes(cell)));
}

/** A piece turned where it is: about its upper left corner, else about one of its cells; `null` if there is no room. */
export function turnedHere(draft, piece, how) {
  const low = (shape) => [0, 1, 2].map((axis) => Math.min(...shape.map((offset) => offset[axis])));
  const first = held(draft, piece);
  const after = turned(first, how);
  const by = low(first.shape).map((part, axis) => part - low(after.shape)[axis]);
  const corner = { ...after, shape: after.shape.map((offset) => offset.map((part, axis) => part + by[axis])) };
  const tries = [
    { one: corner, at: piece.cells[0] },
    ...piece.cells.map((at) => ({ one: turned(held(draft, piece, at), how), at })),
  ];
  const found = tries.find(({ one, at }) => fits(draft, one, laid(draft, one, at)));
  return found ? put(draft, found.one, laid(draft, found.one, found.at)) : null;
}

/** A draft without a piece. */
export function removed(draft, piece) {
  const cells = draft.cells.map((what, cell) => (piece.cells.includes(cell) ? 0 : what));
  return followed(draft, tidy({ ...draft, cells }, piece.brush), null);
}

/** Put a held piece on cells that are free for it. */
export function put(draft, piece, to) {
  const bare = { ...draft, cells: draft.cells.map((what, cell) => (piece.from.includes(cell) ? 0 : what)) };
  const number = suited(bare, piece, to);
  const cells = bare.cells.map((what, cell) => (to.includes(cell) ? number : what));
  const brushes = { ...draft.brushes, [number]: piece.traits };
  return followed(draft, tidy({ ...bare, cells, brushes }, piece.number), { from: piece.from, to });
}

/** A brush for a piece: its own, or another of the same kind, if that does not touch the piece; else a new one. */
function suited(bare, { number, traits }, to) {
  const all = pieces(bare);
  const kind = kindOf(bare, traits, to);
  const near = beside(bare, to);
  const good = (one) => {
    const others = all.filter((piece) => piece.brush === one);
    if (!others.length) return one === number;
    const { apart, call } = bare.brushes[one] ?? brush();
    const alike = others.every((piece) => piece.kind === kind) && !apart && !call;
    return alike && !traits.apart && !traits.call && !near.has(one);
  };
  const known = [number, ...new Set(all.map((piece) => piece.brush))];
  return known.find(good) ?? Math.max(0, ...known, ...Object.keys(bare.brushes).map(Number)) + 1;
}

/** A draft without the brush `number` if that no longer paints a cell. */
function tidy(draft, number) {
  if (draft.cells.includes(number)) return draft;
  const { [number]: _, ...brushes } = draft.brushes;
  return { ...draft, brushes };
}

/**
 * The draft `after` a change, with goals and gates that mean what they meant `before`. Those of the brush of the piece
 * that moved follow the piece, unless its brush still paints another; the others keep their kind. If the piece was the
 * last of its kind, its new kind takes the name.
 */
function followed(before, after, move) {
  const [old, all] = [pieces(before), pieces(after)];
  const first = (list, number) => list.find((piece) => piece.brush === number);
  const lead = all.filter((piece) => first(all, piece.brush) === piece);
  const mover = move && all.find((piece) => piece.cells.includes(move.to[0]));
  const meant = (number) => {
    const was = first(old, number);
    if (!was || first(all, number)?.kind === was.kind) return number;
    if (move?.from.includes(was.cells[0])) return mover.brush;
    return lead.find((piece) => piece.kind === was.kind)?.brush ?? number;
  };
  const names = { ...after.names };
  const left = mover && old.find((piece) => move.from.includes(piece.cells[0]));
  if (left && !all.some((piece) => piece.kind === left.kind) && !old.some((piece) => piece.kind === mover.kind))
    names[mover.kind] = before.names[left.kind] ?? names[mover.kind];
  const gates = Object.fromEntries(Object.entries(after.gates).map(([cell, who]) => [cell, who.map(meant)]));
  const goals = after.goals.map((goal) =>
    within(
      after,
      all,
      goal.map((mark) => ({ ...mark, brush: meant(mark.brush) })),
    ),
  );
  return { ...after, names, gates, goals };
}

/** The marks that fit into the box, and no more of a kind than it has pieces. */
function within(draft, all, marks) {
  const count = new Map();
  return marks.filter((mark) => {
    const kind = all.find((piece) => piece.brush === mark.brush)?.kind;
    if (!kind || !covered(draft, mark.brush, mark.at, all)) return false;
    count.set(kind, (count.get(kind) ?? 0) + 1);
    return count.get(kind) <= all.filter((piece) => piece.kind === kind).length;
  });
}
