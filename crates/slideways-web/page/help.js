// The list of keys, shown by `?`.

import { button, make } from "./dom.js";

/** Marks the sections and keys that a class list does not have. */
const FREE = true;
const KEYS = [
  [
    "Board",
    [
      ["Tab", "next piece"],
      ["1 … 9, Shift + letter", "next piece of that name"],
      ["← ↑ ↓ →", "move the piece; tiles: move a tile into the blank"],
      ["Shift + arrow", "blocks: choose the next piece in that direction; tiles: move the whole line"],
      ["PgUp PgDn", "3-D: move to the nearer or farther layer"],
      ["drag", "move a piece"],
      ["click", "blocks: move a piece that can go in one direction only; tiles: move the line towards the blank"],
    ],
  ],
  [
    "Game",
    [
      ["U or Ctrl Z", "undo"],
      ["R or Ctrl Y", "redo"],
      ["0", "back to the start"],
      ["hold H", "hint: the next move of a shortest solution", FREE],
      ["M", "next style: what counts as one move", FREE],
    ],
  ],
  [
    "Solution",
    [
      ["S", "solve from here"],
      ["Space", "play, pause"],
      [", .", "previous move, next move"],
      ["− +", "slower, faster"],
      ["Esc", "close the solution"],
    ],
    FREE,
  ],
  [
    "State graph",
    [
      ["← ↑ ↓ →", "follow a move; Enter jumps there"],
      ["Shift + arrow, − +, 0", "pan, zoom, show all"],
      ["Home", "centre on the current arrangement"],
    ],
    FREE,
  ],
  [
    "Make",
    [
      ["arrows, Enter", "go to another cell, paint it; in Move, pick a piece up and put it down"],
      ["R, M, C, Del", "in Move: turn, mirror, copy, remove the piece (3-D: T tips it over)"],
      ["Esc", "in Move: put the piece back"],
      ["Ctrl Z, Ctrl Y", "undo, redo"],
    ],
    FREE,
  ],
  [
    "Lock",
    [
      ["← ↑ ↓ →, − +", "rotate the packing, zoom"],
      ["Home, Esc", "reset the view; deselect"],
    ],
    FREE,
  ],
  [
    "Everywhere",
    [
      ["g l, g p, g s, g m, g d, g k", "Library, Play, Space, Make, Design, Lock", FREE],
      ["/", "search the library", FREE],
      ["?", "this list"],
    ],
  ],
];

/** Whether an event goes to a text field. */
export function typing(event) {
  return (
    event.target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]") !== null
  );
}

/** Whether a class list is open, which shows no way to the solver. */
const student = () => "student" in document.body.dataset;

const VIEWS = { l: "library", p: "play", s: "space", m: "make", d: "design", k: "lock" };

/** Open the list with a button or with `?`, and go to views with `g` and a letter. */
export function help(opener) {
  const book = document.querySelector("link[rel=help]"); // a static site can have the book beside it
  const sections = KEYS.map(([title, keys, free]) =>
    make(
      "section",
      { "data-free": free },
      make("h3", { text: title }),
      make(
        "dl",
        {},
        keys.flatMap(([key, what, free]) => [
          make("dt", { "data-free": free }, make("kbd", { text: key })),
          make("dd", { "data-free": free, text: what }),
        ]),
      ),
    ),
  );
  const sheet = make(
    "dialog",
    { class: "sheet", "aria-label": "Keys", "data-testid": "help-sheet" },
    make(
      "header",
      {},
      make("h2", { text: "Keys" }),
      book && make("a", { href: book.href, text: "The book" }),
      button("Close", () => sheet.close(), { class: "quiet" }),
    ),
    make("div", { class: "columns" }, sections),
  );
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  opener.addEventListener("click", () => sheet.showModal());
  let going = 0;
  addEventListener(
    "keydown",
    (event) => {
      if (typing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") {
        event.preventDefault();
        sheet.open ? sheet.close() : sheet.showModal();
      } else if (going && event.timeStamp - going < 1500 && VIEWS[event.key] && !student()) {
        event.preventDefault();
        event.stopImmediatePropagation();
        location.hash = `#/${VIEWS[event.key]}`;
      }
      going = event.key === "g" ? event.timeStamp : 0;
    },
    { capture: true },
  );
}
