// Class: a list of puzzles in a link. `#/class` makes one, `#/class?p=…` is the list for students, and
// `#/class?play=0&p=…` its first puzzle.

import { listOf } from "../class/link.js";
import { showPuzzle } from "../class/play.js";
import { showList } from "../class/student.js";
import { showEditor } from "../class/teacher.js";
import { make } from "../dom.js";
import { PageError } from "../errors.js";

const MOST = 200; // puzzles: far more than a lesson has

/** Show the list that the address contains. */
export async function mount(element, { query }) {
  const list = listOf(query);
  if (list.puzzles.length > MOST)
    throw new PageError({ message: `this link contains ${list.puzzles.length} puzzles; a list has at most ${MOST}` });
  const number = query.has("play") ? Number(query.get("play")) : -1;
  const editing = query.has("edit") || !query.size;
  if (!editing && !list.puzzles.length)
    throw new PageError({
      message: "this link contains no puzzles",
      help: "ask for the link again, or scan its code: a part of it may be missing",
    });
  const playing = !editing && Number.isInteger(number) && number >= 0 && number < list.puzzles.length;
  const place = make("div", { class: editing ? "class-editor" : playing ? "class-play" : "class-list" });
  element.append(place);
  if (editing) return showEditor(place, list);
  // Students see no way to the solver.
  const home = document.querySelector(".top .name");
  document.body.dataset.student = "";
  home.inert = true;
  const free = () => {
    delete document.body.dataset.student;
    home.inert = false;
  };
  try {
    const leave = playing ? await showPuzzle(place, list, number) : await showList(place, list);
    return () => {
      free();
      leave?.();
    };
  } catch (error) {
    free();
    throw error;
  }
}
