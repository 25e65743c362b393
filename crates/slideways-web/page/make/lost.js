// What a change of a draft took away besides what the user asked for, in sentences that name the way back.

import { pieces } from "./draft.js";

/** Marks of goals that no longer fit; "" if there are none. */
export function lostMarks(before, after) {
  const marks = (draft) => draft.goals.flat().length;
  const number = marks(before) - marks(after);
  if (number <= 0) return "";
  if (!marks(after)) return "The goal no longer fits and was removed; Undo brings it back.";
  return `${some(number, "mark")} of the goal no longer ${removed(number)}`;
}

/** Pieces that a smaller box cuts, and marks; "" if there are none. */
export function lostPieces(before, after) {
  const number = pieces(before).length - pieces(after).length;
  const first = number > 0 ? `${some(number, "piece")} no longer ${removed(number)}` : "";
  return [first, lostMarks(before, after)].filter(Boolean).join(" ");
}

function some(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function removed(number) {
  return number === 1 ? "fits and was removed; Undo brings it back." : "fit and were removed; Undo brings them back.";
}
