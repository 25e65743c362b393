// Design: puzzles that meet conditions, shown as the search finds them.

import { announce } from "../announce.js";
import { ask, page } from "../api.js";
import { walk } from "../cards.js";
import { STYLES } from "../count.js";
import { card, pack, plural } from "../design/cards.js";
import { DesignForm, first, requestIn } from "../design/form.js";
import { button, make, rough } from "../dom.js";
import { errorBox } from "../errors.js";
import { queued } from "../queue.js";
import { address, go } from "../router.js";
import { download } from "../save.js";
import { keep, kept } from "../store.js";

const PROVED = "Every number of moves is proved. The puzzles are the best found, not proved: there may be better ones.";
let last = { key: "", all: [], end: "" }; // the last search that ended, shown again when the user comes back

/** Show the view; the address may describe a search, which then begins. */
export async function mount(element, { query }) {
  let search = new AbortController();
  let all = [];
  let asked = first;
  const message = make("div", { class: "message", "data-testid": "design-message" });
  const list = make("ul", { class: "cards", "aria-label": "Puzzles found, the shortest first" });
  const form = new DesignForm({ start: (request) => start(request), stop: () => search.abort() });
  const again = (change) => {
    const request = Object.fromEntries(Object.entries({ ...asked, ...change }).filter(([, value]) => value));
    form.fill(request);
    start(request);
  };
  const harder = button("Harder", () => again({ moves: `${Math.max(...all.map(({ moves }) => moves)) + 1}..` }), {
    title: "Only puzzles with more moves than all found so far",
    "data-testid": "design-harder",
  });
  const smallest = () => Math.min(...all.map(({ pieces }) => pieces));
  const fewer = button("Fewer pieces", () => again({ most_pieces: smallest() - 1 }), {
    title: "Only puzzles with fewer pieces than all found so far",
    "data-testid": "design-fewer",
  });
  const unique = button("Unique", () => again({ unique: form.unique.value }), {
    title: "Only puzzles with one shortest solution",
    "data-testid": "design-only-unique",
  });
  const others = button("Others", () => again({ seed: (asked.seed ?? 1) + 1 }), {
    title: "Search again with another seed",
    "data-testid": "design-others",
  });
  const save = button("Save the pack", () => saved(), {
    title: "All puzzles as a text file, the shortest first",
    "data-testid": "design-save",
  });
  element.append(
    make(
      "header",
      { class: "intro" },
      make("h1", { text: "Design" }),
      make("p", {
        class: "soft",
        text: "Choose a box and pieces, and find puzzles that are as long as you want. Click one to play it.",
      }),
    ),
    make(
      "div",
      { class: "design" },
      make("section", { class: "find", "aria-label": "Box, pieces and conditions" }, form.element),
      make(
        "section",
        { class: "found", "aria-label": "Puzzles found" },
        message,
        make(
          "div",
          { class: "row", role: "group", "aria-label": "Search again, or save" },
          harder,
          fewer,
          unique,
          others,
          save,
        ),
        make("p", { class: "soft", text: PROVED }),
        list,
      ),
    ),
  );

  const style = () => asked.style ?? "move";
  const tools = () => {
    for (const press of [harder, save]) press.disabled = !all.length;
    fewer.disabled = !all.length || smallest() < 2;
    unique.disabled = Boolean(asked.unique);
  };
  // The cards are sorted by the number of moves; of equals, the first found is first.
  const add = (puzzle) => {
    const after = all.findIndex((other) => other.moves > puzzle.moves);
    const place = after < 0 ? all.length : after;
    all.splice(place, 0, puzzle);
    list.insertBefore(card(puzzle, style()), list.children[place] ?? null);
    if (all.length === 1) announce("The first puzzle is found.");
    tools();
  };
  const finish = (end) => {
    message.textContent = end;
    announce(end);
    last = { key: JSON.stringify(asked), all, end };
  };
  const saved = () => {
    const name = `design-${asked.box}-${all.length}.txt`;
    download(new Blob([pack(all, style(), asked)], { type: "text/plain" }), name);
    message.textContent = `Saved as ${name}.`;
    announce(message.textContent);
  };
  const show = (request) => {
    asked = request;
    all = [];
    list.replaceChildren();
    keep("design", request);
    go(address("design", "", request), { replace: true });
    tools();
  };

  async function start(request) {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    show(request);
    message.textContent = "Searching …";
    announce("Searching.");
    form.busy(true);
    try {
      const answer = await ask(
        "design",
        { ...request, page: `${page}.design` },
        {
          on: {
            progress: ({ doing, place, expanded = 0, seconds = 0 }) => {
              message.textContent =
                doing === "waiting"
                  ? `Waiting for other searches to end${queued(place)} …`
                  : `Searching … ${plural(all.length, "puzzle")} found, ${rough(expanded)} states searched, ${seconds.toFixed(1)} s`;
            },
            puzzle: (puzzle) => signal === search.signal && add(puzzle),
          },
          signal,
        },
      );
      if (signal !== search.signal) return;
      finish(ended(answer, all, style()));
    } catch (error) {
      if (signal !== search.signal) return;
      if (signal.aborted) finish(`Stopped. ${summary(all, style())}`);
      else message.replaceChildren(errorBox(error));
    }
    form.busy(false);
  }

  const keys = (event) => walk(event, [...list.children]);
  addEventListener("keydown", keys);
  const linked = requestIn(query);
  const before = kept("design");
  const request = linked ?? (before?.box && before.pieces ? before : first);
  form.fill(request);
  const { key, all: found, end } = last;
  if (key === JSON.stringify(request)) {
    show(request);
    for (const puzzle of found) add(puzzle);
    finish(end);
  } else if (linked) {
    start(request);
  } else {
    asked = request;
    tools();
  }
  return () => {
    removeEventListener("keydown", keys);
    search.abort();
    search = new AbortController();
  };
}

/** What was found, in a sentence. */
function summary(all, style) {
  if (!all.length) return "No puzzle found.";
  const [least, most] = [all[0].moves, all.at(-1).moves];
  const range = least === most ? plural(least, "move") : `${least} to ${plural(most, "move")}`;
  return `${plural(all.length, "puzzle")} found: ${range} (style ${style}: ${STYLES[style].meaning}).`;
}

/** The end of a search, in words. */
function ended({ outcome, reason, limit, archive }, all, style) {
  if (outcome === "found") return summary(all, style);
  const by = { time: `after ${limit} s`, memory: "at the memory limit", effort: "without new candidates" }[reason];
  const longest = Math.max(0, ...archive.map(([, moves]) => moves));
  const seen =
    all.length || !longest ? "" : ` The longest seen, whatever the other conditions, has ${plural(longest, "move")}.`;
  return `Stopped ${by ?? `(${reason})`}. ${summary(all, style)}${seen}`;
}
