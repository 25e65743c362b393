// The library: a picture and the known optima of every puzzle, by family.

import { ask } from "../api.js";
import { picture, walk } from "../cards.js";
import { counted, STYLES, words } from "../count.js";
import { PACKS, packOf, puzzleOfTheDay } from "../difficulty.js";
import { button, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { typing } from "../help.js";
import { address, go, parse } from "../router.js";
import { matches, searchText, wordsOf } from "../search.js";
import { keep, kept } from "../store.js";

const FAMILIES = { blocks: "Sliding blocks", tiles: "Tiles", lock: "Locked boxes" };
const GROUPS = {
  classic: "Classics",
  gnome: "GNOME Klotski",
  rush: "Rush Hour",
  boards: "Tiles",
  sets: "Sets of positions",
  boxes: "Locked boxes",
};
const [ONE, SETS] = [false, true].map((set) => Object.keys(STYLES).filter((style) => STYLES[style].set === set));
let library = null;
let scrolled = 0; // the scroll position when the view was left

export async function mount(element) {
  library ??= await ask("library");
  const search = make("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search the library",
    value: kept("search") ?? "",
    autocomplete: "off",
    spellcheck: "false",
    "data-testid": "search",
  });
  const twins = make("input", {
    type: "checkbox",
    checked: kept("twins") === true,
    "data-testid": "twins",
  });
  const pack = make(
    "select",
    { "aria-label": "Difficulty", "data-testid": "pack" },
    make("option", { value: "", text: "every difficulty" }),
    PACKS.map(([name, most], number) => {
      const least = number ? PACKS[number - 1][1] + 1 : 0;
      const range = Number.isFinite(most) ? `${least}–${most}` : `${least} or more`;
      return make("option", { value: name, text: `${name}: ${range} moves` });
    }),
  );
  pack.value = kept("pack") ?? "";
  const message = make("p", { class: "message", role: "status" });
  const sections = make("div", { class: "families" });
  element.append(
    make(
      "header",
      { class: "lead" },
      make(
        "div",
        {},
        make("h1", { text: "Every way to slide" }),
        make("p", {
          class: "about",
          text: "Pick a puzzle and drag the pieces. A counter shows the proved minimum still to go.",
        }),
      ),
      search,
    ),
    shelf(),
    make(
      "div",
      { class: "shelf" },
      pack,
      make(
        "label",
        { class: "check", title: "A twin has the same start, and one whole arrangement as its goal" },
        twins,
        make("span", { text: "Show twins whose goal fixes every piece" }),
      ),
    ),
    message,
    sections,
  );

  const cards = [];
  for (const [family, title] of Object.entries(FAMILIES)) {
    const groups = Map.groupBy(
      library.puzzles.filter((puzzle) => puzzle.family === family),
      (puzzle) => puzzle.group ?? "",
    );
    for (const [group, puzzles] of groups) {
      const made = puzzles.map((puzzle) => ({
        puzzle,
        element: card(puzzle),
        text: searchText(puzzle, title, group),
      }));
      const heading = GROUPS[group] ?? named(group, title);
      const section = make(
        "section",
        { "aria-label": heading, "data-group": group },
        make("h2", {}, heading, make("span", { class: "unit", text: ` ${puzzles.length}` })),
        make(
          "ul",
          { class: "cards" },
          made.map((one) => one.element),
        ),
      );
      sections.append(section);
      cards.push(...made.map((one) => ({ ...one, section })));
    }
  }
  const filter = () => {
    const asked = wordsOf(search.value);
    keep("search", search.value || null);
    keep("twins", twins.checked || null);
    keep("pack", pack.value || null);
    const seen = new Map();
    let count = 0;
    let unseen = 0;
    for (const { puzzle, element: shown, text, section } of cards) {
      const twin = puzzle.twin_of && !twins.checked;
      const match = matches(text, asked) && (!pack.value || packOf(puzzle) === pack.value);
      shown.hidden = twin || !match;
      if (twin && match) unseen += 1;
      if (shown.hidden) continue;
      seen.set(section, (seen.get(section) ?? 0) + 1);
      count += 1;
    }
    for (const section of sections.children) {
      section.hidden = !seen.has(section);
      section.querySelector("h2 .unit").textContent = ` ${seen.get(section) ?? 0}`;
    }
    const more = unseen ? `${unseen} twin${unseen === 1 ? "" : "s"} with a whole goal` : "";
    message.textContent =
      !asked.length && !pack.value
        ? ""
        : count
          ? `${count} found`
          : more
            ? `Only ${more} found: tick the box above to show ${unseen === 1 ? "it" : "them"}.`
            : "Nothing found. The search covers names, titles and sizes such as “5 x 4”.";
  };
  search.addEventListener("input", filter);
  twins.addEventListener("change", filter);
  pack.addEventListener("change", filter);
  search.addEventListener("keydown", (event) => {
    const first = cards.find(({ element: shown }) => !shown.hidden);
    if (event.key === "Enter" && first) first.element.querySelector("a").click();
    if (event.key === "ArrowDown" && first) {
      first.element.querySelector("a").focus();
      event.preventDefault();
    }
  });
  filter();

  const keys = (event) => {
    if (typing(event)) return;
    if (event.key === "/") {
      search.focus();
      event.preventDefault();
    }
    walk(
      event,
      cards.map((card) => card.element),
    );
  };
  addEventListener("keydown", keys);
  window.scrollTo(0, scrolled);
  return () => {
    scrolled = window.scrollY;
    removeEventListener("keydown", keys);
  };
}

/** Links to the last game, to the puzzle of the day and to random positions. */
function shelf() {
  const last = kept("last");
  const message = make("span", { class: "message" });
  const random = (size) =>
    button(
      size.replace("x", " × "),
      async () => {
        try {
          const { text, goal } = await ask("random", { size });
          go(address("play", "", { text, goal }));
        } catch (error) {
          message.replaceChildren(errorBox(error));
        }
      },
      { "data-testid": `random-${size}` },
    );
  const { name } = parse(last ?? "");
  const title = library.puzzles.find((puzzle) => puzzle.name === name)?.title;
  const today = puzzleOfTheDay(library.puzzles, new Date());
  return make(
    "div",
    { class: "shelf" },
    last &&
      make("a", {
        class: "button",
        href: last,
        "data-testid": "continue",
        text: `Continue ${title || name || "your puzzle"}`,
      }),
    make("a", {
      class: "button",
      href: address("play", today.name),
      title: "Everyone gets the same puzzle; it is harder from Monday to Sunday",
      "data-testid": "today",
      text: `Today: ${today.title || today.name}, ${today.optimum.move} moves`,
    }),
    make("span", { class: "unit", text: "Random tiles" }),
    make("span", { class: "row" }, ["3x3", "4x4", "5x5"].map(random)),
    make("a", { class: "button", href: "#/class", text: "Class list", "data-testid": "to-class" }),
    message,
  );
}

function named(group, family) {
  return group ? `${family}: ${group}` : family;
}

function card(puzzle) {
  const lock = puzzle.family === "lock";
  const href = lock
    ? address("lock", puzzle.name, { box: puzzle.box, bricks: puzzle.bricks?.join(" ") })
    : address("play", puzzle.name);
  return make(
    "li",
    { "data-name": puzzle.name, "data-testid": "puzzle" },
    make(
      "a",
      { href },
      picture(puzzle.svg),
      make("span", { class: "title", text: puzzle.title || puzzle.name }),
      puzzle.aliases && make("span", { class: "about", text: `also ${puzzle.aliases.join(", ")}` }),
      make("span", {
        class: "about",
        text: [
          puzzle.size?.replaceAll(/ ?x ?/g, " × "),
          puzzle.pieces && `${puzzle.pieces} ${puzzle.family === "tiles" ? "tiles" : lock ? "bricks" : "pieces"}`,
        ]
          .filter(Boolean)
          .join(" · "),
      }),
      optimum(puzzle),
    ),
  );
}

/** The fewest known moves in each style. */
function optimum({ optimum: known = {}, family, group }) {
  if (known.fewest)
    return make("span", { class: "optimum" }, "fewest pieces that lock it: ", make("b", { text: known.fewest }));
  if (group === "boards") return make("span", { class: "optimum", text: "a random position" });
  const count = Object.keys(known).length;
  if (!count) return make("span", { class: "optimum", text: "shortest solution unknown" });
  if (count === 1) {
    const [[style, least]] = Object.entries(known);
    return make(
      "span",
      { class: "optimum" },
      make("b", { text: least }),
      ` ${counted(least, style, family).replace(/^\d+ /, "")}`,
    );
  }
  const cell = (style) =>
    make("b", {
      class: style === "move" ? "main" : null,
      title: `${style}: ${words(style, family).means}`,
      "aria-label": `${style} ${known[style] ?? "unknown"}`,
      text: known[style] ?? "–",
    });
  return make(
    "span",
    { class: "optimum table" },
    ["", ...ONE].map((text) => make("i", { text, "aria-hidden": "true" })),
    make("i", { text: "one", "aria-hidden": "true" }),
    ONE.map(cell),
    SETS.some((style) => known[style]) ? [make("i", { text: "set", "aria-hidden": "true" }), ...SETS.map(cell)] : null,
  );
}
