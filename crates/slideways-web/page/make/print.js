// A draft as puzzle text.

import { constants } from "../constants.js";
import { place } from "../rule.js";
import { covered, pieces, WALL } from "./draft.js";

const NAMES = constants.kind_names;

/** Names of kinds, by key; a kind keeps the name that it had. */
export function named(draft, all = pieces(draft)) {
  const names = new Map();
  const kinds = [...new Set(all.map((piece) => piece.kind))];
  const taken = new Set();
  for (const kind of kinds) {
    const old = draft.names[kind];
    if (!old || taken.has(old)) continue;
    names.set(kind, old);
    taken.add(old);
  }
  for (const kind of kinds) {
    if (names.has(kind)) continue;
    const free = [...NAMES].find((name) => !taken.has(name)) ?? "?";
    names.set(kind, free);
    taken.add(free);
  }
  return names;
}

/** Kinds with their names, in the order in which the text defines them; their colours follow it. */
export function ordered(names) {
  return [...names].sort(([, a], [, b]) => NAMES.indexOf(a) - NAMES.indexOf(b));
}

/**
 * A draft whose kinds have the names that its text gives them, so that later changes keep them. Names of kinds that it
 * no longer has stay if they are free.
 */
export function settled(draft) {
  const names = named(draft);
  const taken = new Set(names.values());
  const old = Object.entries(draft.names).filter(([kind, name]) => !names.has(kind) && !taken.has(name));
  return { ...draft, names: Object.fromEntries([...old, ...names]), colours: {} };
}

/** Notes that the server prints with a puzzle of the library and that are true of that puzzle only. */
const FACTS = /^(states|states up to the goal|goal states|hardest start|optimum|source|also):/;

/** A draft without the facts about the puzzle that it was `before`, if its pieces, its box or its goal differ. */
export function unfounded(before, draft) {
  const about = ({ layers, rows, cols, cells, brushes, goals, gates }) =>
    JSON.stringify([layers, rows, cols, cells, brushes, goals, gates]);
  if (before && about(before) === about(draft)) return draft;
  return { ...draft, notes: draft.notes.filter((note) => !FACTS.test(note)) };
}

export function print(draft) {
  const all = pieces(draft);
  const names = named(draft, all);
  const name = (number) => names.get(all.find((piece) => piece.brush === number)?.kind);
  const where = (cell) =>
    place(draft, cell)
      .slice(draft.solid ? 0 : 1)
      .join(",");
  const kinds = ordered(names);
  const size = [...(draft.solid ? [draft.layers] : []), draft.rows, draft.cols].join(" x ");
  const mark = /^#|^x\s*\d/.test(draft.title) ? "# " : "";
  const lines = [`${size} ${mark}${draft.title}`.trimEnd()];
  for (const [kind, name] of kinds) lines.push(`${name} = ${kind.split(" ")[0]}`);
  for (const [kind, name] of kinds) if (kind.split(" ")[1]) lines.push(`along ${name} ${kind.split(" ")[1]}`);
  lines.push(
    line(
      draft,
      all.map((piece) => ({ name: names.get(piece.kind), cells: piece.cells })),
    ),
  );
  const calls = all.map((piece) => draft.brushes[piece.brush]?.call);
  if (calls.length && calls.every(Boolean) && new Set(calls).size === calls.length)
    lines.push(`names ${calls.join("")}`);
  for (const [, own] of kinds) {
    const open = Object.entries(draft.gates).filter(([, brushes]) => brushes.some((number) => name(number) === own));
    if (open.length) lines.push(`only ${own} ${open.map(([cell]) => where(Number(cell))).join(" ")}`);
  }
  for (const goal of draft.goals) {
    const marks = goal.filter(({ brush }) => name(brush));
    if (marks.length)
      lines.push(
        whole(draft, marks, all, name) ??
          `goal ${marks.map(({ brush, at }) => `${name(brush)}@${where(at)}`).join(" ")}`,
      );
  }
  for (const note of draft.notes) lines.push(`${/^optimum:/.test(note) ? "##" : "#"} ${note}`.trimEnd());
  return `${lines.join("\n")}\n`;
}

/** A goal that places every piece, as an arrangement line; otherwise `null`. */
function whole(draft, marks, all, name) {
  if (marks.length !== all.length) return null;
  const placed = marks.map(({ brush, at }) => ({ name: name(brush), cells: covered(draft, brush, at, all) }));
  const cells = placed.flatMap((piece) => piece.cells ?? [-1]);
  if (cells.includes(-1) || new Set(cells).size !== cells.length) return null;
  return line(draft, placed);
}

/** An arrangement line: for each cell not yet covered, in order, the piece that covers it. */
function line(draft, placed) {
  const on = new Map(placed.flatMap((piece) => piece.cells.map((cell) => [cell, piece])));
  const said = new Set();
  let text = "";
  draft.cells.forEach((what, cell) => {
    const piece = on.get(cell);
    if (piece && said.has(piece)) return;
    if (piece) said.add(piece);
    text += piece ? piece.name : what === WALL ? "x" : "0";
  });
  return text.replace(/0+$/, "") || "0";
}
