// The current game: puzzle, style and history, with unlimited undo and redo.
//
// All views share one game. The history of each puzzle is stored, so that a puzzle opens as it was left.
//
// An entry of the history is one gesture, `{ moves: [{ pieces, path }] }`, with `shown: true` if it came from a
// solution, and `helped: true` if Hint or Solve was used before it; or a jump to another arrangement, `{ to: [cells] }`.
// Moves are counted from the last jump.

import { STYLES } from "./count.js";
import { play as replay } from "./rule.js";
import { keep, kept } from "./store.js";

const RECORDS = 60;
const listeners = new Set();

/** Read-only for other modules; the functions below change it. */
export const state = {
  game: null, // the answer of the question `read`
  fragment: "", // `#/play/…`, which opens the same puzzle again
  start: [], // the arrangement before all entries
  style: "move",
  entries: [],
  cursor: 0, // the number of entries played; the others can be redone
  at: [], // the current arrangement
  helped: false, // whether Hint or Solve was used since the last reset
};

let id = "";
let time = { spent: 0, since: null };

/** Call `listener(what)` after each change: open, play, undo, redo, seek, reset, jump, style. Returns how to stop. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(what) {
  save();
  for (const listener of [...listeners]) listener(what, state);
}

/** Open a game or continue it: from the arrangement `at` if given, in the given style or the last one used. */
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
  state.helped = record.helped ?? false;
  time = { spent: 0, since: null };
  if (Array.isArray(record.entries) && arrangement(record.entries.length, record.entries)) {
    state.entries = record.entries;
    state.cursor = Math.max(0, Math.min(record.cursor ?? 0, record.entries.length));
    state.at = arrangement(state.cursor);
    time.spent = record.spent ?? 0;
  }
  notify("open");
}

/** The arrangement after the first `entries` entries, or `null` if one of them is not legal. */
export function arrangement(entries, all = state.entries) {
  let at = state.start;
  for (const entry of all.slice(0, entries)) at = at && (entry.to ?? replay(state.game, at, entry.moves));
  return at;
}

/** The steps since the last jump: `{ pieces, path, shown, entry }`, where `path` is one letter. */
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

/** The number of entries before `steps()`: none, or all up to the last jump. */
export function begun() {
  return state.entries.slice(0, state.cursor).findLastIndex((entry) => entry.to) + 1;
}

/** The arrangement before `steps()`: the start, or that of the last jump. */
export function origin() {
  return begun() ? state.entries[begun() - 1].to : state.start;
}

/** Note that Hint or Solve was used, until the next reset. */
export function help() {
  state.helped = true;
  save();
}

/** Whether the moves played are the user's own, from the start. */
export function unaided() {
  return !state.entries.slice(0, state.cursor).some(({ to, shown, helped }) => to || shown || helped);
}

function add(entries, what) {
  state.entries = [...state.entries.slice(0, state.cursor), ...entries];
  state.cursor += entries.length;
  state.at = arrangement(state.cursor);
  notify(what);
}

/** Play moves `[{ pieces, path }]` as one gesture; returns whether they were legal. */
export function play(moves) {
  if (!moves.length || !replay(state.game, state.at, moves)) return false;
  if (time.since === null) time.since = performance.now();
  add([state.helped ? { moves, helped: true } : { moves }], "play");
  return true;
}

/** Play moves that a solution showed, one entry per move. */
export function playShown(moves) {
  if (moves.length && replay(state.game, state.at, moves))
    add(
      moves.map((move) => ({ moves: [move], shown: true })),
      "play",
    );
}

/** Jump to another arrangement. */
export function jump(at) {
  add([{ to: at }], "jump");
}

/** Go to the arrangement after `cursor` entries; later entries can be redone. */
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

/** Go back to the start; the history can be redone. The clock starts again, without help. */
export function reset() {
  state.helped = false;
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

/** Stop the clock until the next move. */
export function rest() {
  time = { spent: spent(), since: null };
  save();
}

/** Call when no view shows the game. */
export function leave() {
  if (state.game) rest();
}

function save() {
  if (!state.game || !id) return;
  const { entries, cursor, style, fragment, helped } = state;
  const record = { entries, cursor, style, spent: Math.round(spent()), ...(helped ? { helped } : {}) };
  keep(`game:${id}`, entries.length || helped ? record : null);
  keep("last", fragment || null);
  keep("no-space", state.game.no_space?.[style] ?? null); // why Space is off for the last game
  const recent = [id, ...(kept("recent") ?? []).filter((other) => other !== id)];
  for (const old of recent.splice(RECORDS)) keep(`game:${old}`, null);
  keep("recent", recent);
}

addEventListener("pagehide", leave);
