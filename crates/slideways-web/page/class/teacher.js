// The class list as the teacher makes it: picks puzzles, and gets one link and its QR code.

import { announce } from "../announce.js";
import { ask } from "../api.js";
import { button, drawing, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { address, go } from "../router.js";
import { matches, searchText, wordsOf } from "../search.js";
import { flawOf } from "./check.js";
import { fragmentOf, puzzleIn, puzzleOf } from "./link.js";
import { Share } from "./share.js";
import { titleOf } from "./title.js";

const SHOWN = 12; // puzzles found at a time

/** Show the editor of a list. */
export async function showEditor(element, list) {
  const { puzzles: library } = await ask("library");
  const offered = library
    .filter(({ family, group, twin_of: twin }) => family !== "lock" && group !== "sets" && !twin)
    .map((puzzle) => ({ puzzle, text: searchText(puzzle) }));
  const share = new Share();
  const message = make("div", { class: "message", role: "status", "data-testid": "class-message" });
  const none = make("p", { class: "soft", text: "No puzzles yet: pick one to add it." });
  const chosen = make("ol", { class: "chosen", "data-testid": "class-chosen" });
  const found = make("ul", { class: "offered" });
  const title = make("input", {
    value: list.title,
    maxlength: "80",
    autocomplete: "off",
    placeholder: "Class 5b, Monday",
    "data-testid": "class-heading",
    on: { input: () => change({ title: title.value.trim() }) },
  });
  const search = make("input", {
    type: "search",
    autocomplete: "off",
    "aria-label": "Search the library for a puzzle",
    placeholder: "Search, or paste a link",
    "data-testid": "class-search",
    on: { input: () => offer() },
  });

  const change = (by) => {
    list = { ...list, ...by };
    go(fragmentOf(list, { edit: 1 }), { replace: true });
    none.hidden = list.puzzles.length > 0;
    share.show(list.puzzles.length ? fragmentOf(list) : null, list.title);
  };
  const place = (puzzles) => {
    change({ puzzles });
    const row = async (p, number) => {
      const name = await puzzleOf(p)
        .then(titleOf)
        .catch(() => p);
      const without = puzzles.filter((_, other) => other !== number);
      const to = (other) => place([...without.slice(0, other), p, ...without.slice(other)]);
      const flaw = make("p", { class: "warning", hidden: true, "data-testid": "class-flaw" });
      flawOf(p).then((proof) => {
        flaw.textContent = `It cannot be solved: ${proof}`;
        flaw.hidden = !proof;
      });
      return make(
        "li",
        {},
        make("span", { class: "title", text: name }),
        make(
          "span",
          { class: "row" },
          button("↑", () => to(number - 1), {
            title: "Earlier",
            "aria-label": `Move ${name} earlier`,
            disabled: number === 0,
          }),
          button("↓", () => to(number + 1), {
            title: "Later",
            "aria-label": `Move ${name} later`,
            disabled: number === puzzles.length - 1,
          }),
          button("Remove", () => place(without), { "aria-label": `Remove ${name}` }),
        ),
        flaw,
      );
    };
    Promise.all(puzzles.map(row)).then((rows) => {
      if (list.puzzles !== puzzles) return;
      // The focus stays on the button of the same puzzle.
      const focused = chosen.contains(document.activeElement) ? document.activeElement.ariaLabel : null;
      chosen.replaceChildren(...rows);
      [...chosen.querySelectorAll("button")].find((one) => one.ariaLabel === focused)?.focus();
    });
  };
  const add = async (p, name) => {
    message.replaceChildren();
    if (list.puzzles.includes(p)) return tell(`${name} is in the list already.`);
    place([...list.puzzles, p]);
    tell(`${name} added.`);
    const proof = await flawOf(p);
    if (proof && list.puzzles.includes(p)) tell(`${name} is in the list, but it cannot be solved: ${proof}`);
  };
  const tell = (text) => {
    message.replaceChildren(text);
    announce(text);
  };
  const pick = async (puzzle) => {
    try {
      // Every student gets the same position.
      const same = puzzle.group === "boards" ? await ask("random", { size: puzzle.name }) : null;
      const p = same ? puzzleIn(address("play", "", { text: same.text, goal: same.goal })) : puzzle.name;
      await add(p, puzzle.title || puzzle.name);
    } catch (error) {
      message.replaceChildren(errorBox(error));
    }
  };
  const paste = async (text) => {
    try {
      const p = puzzleIn(text);
      if (!p) return tell("This link contains no puzzle. Copy one with “Share link” on Play or Make.");
      const title = titleOf(await puzzleOf(p));
      search.value = "";
      offer();
      await add(p, title);
    } catch (error) {
      message.replaceChildren(errorBox(error));
    }
  };
  const offer = () => {
    const text = search.value.trim();
    message.replaceChildren();
    if (text.includes("#/")) return paste(text);
    const asked = wordsOf(text);
    const all = offered.filter((one) => matches(one.text, asked));
    found.replaceChildren(...all.slice(0, SHOWN).map(({ puzzle }) => offerOf(puzzle, () => pick(puzzle))));
    const more = all.length - SHOWN;
    if (more > 0) found.append(make("li", { class: "soft more", text: `and ${more} more: search for them` }));
    if (!all.length) found.append(make("li", { class: "soft more", text: "Nothing found." }));
  };

  element.append(
    make("h1", { text: "Class list" }),
    make("p", {
      class: "soft",
      text: "Pick about five puzzles. Students open the link, play without hints, distances and solutions, and show you their results.",
    }),
    make("label", { class: "line" }, make("span", { text: "Title" }), title),
    make(
      "div",
      { class: "columns" },
      make("section", { "aria-label": "Pick" }, make("h2", { text: "Pick" }), search, make("div", {}, found, message)),
      make("section", { "aria-label": "List" }, make("h2", { text: "List" }), none, chosen, share.element),
    ),
  );
  offer();
  place(list.puzzles);
}

function offerOf(puzzle, press) {
  const name = puzzle.title || puzzle.name;
  const picture = make("span", { class: "picture" });
  if (puzzle.svg) {
    const svg = drawing(puzzle.svg);
    svg.setAttribute("aria-hidden", "true");
    picture.append(svg);
  }
  const about = [puzzle.size?.replaceAll(/ ?x ?/g, " × "), puzzle.optimum?.move && `${puzzle.optimum.move} moves`];
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", "data-testid": `class-add-${puzzle.name}`, on: { click: press } },
      picture,
      make("span", { class: "unseen", text: "Add " }),
      make("span", { class: "title", text: name }),
      make("span", { class: "soft", text: about.filter(Boolean).join(" · ") }),
    ),
  );
}
