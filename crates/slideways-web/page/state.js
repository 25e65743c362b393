// The game that is being played: what, in which style, and the whole history, with undo and redo without end.
//
// There is one, and every view looks at the same. Each puzzle has its own record, which is kept across a reload, so
// that whoever comes back to a puzzle finds the board as it was left.
//
// An entry of the history is what one gesture did: `{ moves: [{ pieces, path }] }`, with `shown: true` if it came from
// a solution; or a jump to another arrangement, `{ to: [cells] }`. A count begins after the last jump.

import { STYLES } from "./count.js";
import { play as replay } from "./rule.js";
import { keep, kept } from "./store.js";

const RECORDS = 60;
const listeners = new Set();

/** Read it freely; change it with the functions below. */
export const state = {
  game: null, // as `POST /api/read` gives it
  fragment: "", // `#/play/…`, which opens the same puzzle again
  start: [], // the arrangement before all entries
  style: "move",
  entries: [],
  cursor: 0, // so many entries are played; the others can be redone
  at: [], // the arrangement now
};

let id = "";
let time = { spent: 0, since: null };

/** Call a function after each change, with what changed: open, play, undo, redo, seek, reset, jump, or style. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(what) {
  save();
  for (const listener of [...listeners]) listener(what, state);
}

/** Begin or go on with a game: from the arrangement `at` if given, in the style given, else the one used last. */
export function open(game, { fragment = "", at = null, style = null } = {}) {
  const wanted = JSON.stringify([game.name ?? "", game.text, game.goal, at]);
  if (wanted === id && state.game) {
    state.fragment = fragment || state.fragment;
    if (style && game.styles.includes(style)) state.style = style;
    return notify("open");
  }
  leave();
  id = wanted;
  const record = kept(`game:${id}`) ?? {};
  const start = at ?? game.pieces.map((piece) => piece.at);
  const fits = [style, record.style, kept(`style:${game.family}`), game.style].find(
    (one) => game.styles.includes(one) && STYLES[one],
  );
  Object.assign(state, { game, fragment, start, style: fits, entries: [], cursor: 0, at: start });
  time = { spent: 0, since: null };
  if (Array.isArray(record.entries) && arrangement(record.entries.length, record.entries)) {
    state.entries = record.entries;
    state.cursor = Math.max(0, Math.min(record.cursor ?? 0, record.entries.length));
    state.at = arrangement(state.cursor);
    time.spent = record.spent ?? 0;
  }
  notify("open");
}

/** The arrangement after so many entries, or `null` if one of them is not legal. */
export function arrangement(entries, all = state.entries) {
  let at = state.start;
  for (const entry of all.slice(0, entries)) at = at && (entry.to ?? replay(state.game, at, entry.moves));
  return at;
}

/** What was played since the last jump, step by step: `{ pieces, path, shown, entry }` with one letter each. */
export function steps() {
  const out = [];
  state.entries.slice(0, state.cursor).forEach((entry, number) => {
    if (entry.to) out.length = 0;
    for (const { pieces, path } of entry.moves ?? []) {
      for (const dir of path) out.push({ pieces, path: dir, shown: entry.shown ?? false, entry: number });
    }
  });
  return out;
}

/** The arrangement from which `steps` go: the start, or that of the last jump. */
export function origin() {
  const jump = state.entries.slice(0, state.cursor).findLast((entry) => entry.to);
  return jump ? jump.to : state.start;
}

function add(entries, what) {
  state.entries = [...state.entries.slice(0, state.cursor), ...entries];
  state.cursor += entries.length;
  state.at = arrangement(state.cursor);
  notify(what);
}

/** Play moves `[{ pieces, path }]` as one gesture; answers whether they were legal. */
export function play(moves) {
  if (!moves.length || !replay(state.game, state.at, moves)) return false;
  if (time.since === null) time.since = performance.now();
  add([{ moves }], "play");
  return true;
}

/** Play moves that were shown, each as an entry of its own. */
export function playShown(moves) {
  if (moves.length && replay(state.game, state.at, moves))
    add(
      moves.map((move) => ({ moves: [move], shown: true })),
      "play",
    );
}

/** Put the pieces elsewhere at once. */
export function jump(at) {
  add([{ to: at }], "jump");
}

/** Go to where so many entries were played; nothing is forgotten. */
export function seek(cursor, what = "seek") {
  const to = Math.max(0, Math.min(cursor, state.entries.length));
  if (to === state.cursor) return false;
  state.cursor = to;
  state.at = arrangement(to);
  notify(what);
  return true;
}

export const undo = () => seek(state.cursor - 1, "undo");
export const redo = () => seek(state.cursor + 1, "redo");

/** Back to the start; the history stays, to be redone. The clock begins anew. */
export function reset() {
  time = { spent: 0, since: null };
  state.cursor = 0;
  state.at = state.start;
  notify("reset");
}

export function setStyle(style) {
  if (!state.game.styles.includes(style) || style === state.style) return;
  state.style = style;
  keep(`style:${state.game.family}`, style);
  notify("style");
}

/** Milliseconds played so far. */
export function spent() {
  return time.spent + (time.since === null ? 0 : performance.now() - time.since);
}

/** Stop the clock, until the next move. */
export function rest() {
  time = { spent: spent(), since: null };
  save();
}

/** The game goes out of sight. */
export function leave() {
  if (state.game) rest();
}

function save() {
  if (!state.game || !id) return;
  const { entries, cursor, style, fragment } = state;
  keep(`game:${id}`, entries.length ? { entries, cursor, style, spent: Math.round(spent()) } : null);
  keep("last", fragment || null);
  const recent = [id, ...(kept("recent") ?? []).filter((other) => other !== id)];
  for (const old of recent.splice(RECORDS)) keep(`game:${old}`, null);
  keep("recent", recent);
}

addEventListener("pagehide", leave);
