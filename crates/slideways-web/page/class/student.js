// The class list as students see it: the puzzles, their results, and the summary for the teacher.

import { announce } from "../announce.js";
import { copy } from "../clipboard.js";
import { button, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { thumbnail } from "../thumbnail.js";
import { fragmentOf, puzzleOf } from "./link.js";
import { inWords, Results } from "./results.js";
import { titleOf } from "./title.js";

/** Show a list. */
export async function showList(element, list) {
  const results = new Results(list);
  const puzzles = await Promise.all(list.puzzles.map((p) => puzzleOf(p).catch((error) => ({ error }))));
  const titles = puzzles.map((puzzle) => (puzzle.error ? "a puzzle that cannot be read" : titleOf(puzzle)));
  const summary = make("pre", { class: "summary", "data-testid": "class-summary", tabindex: "0" });
  const message = make("p", { class: "message", role: "status" });
  const tell = (text) => {
    message.textContent = text;
    announce(text);
  };
  const show = () => {
    summary.textContent = results.text(titles);
  };
  const name = make("input", {
    value: results.name,
    maxlength: "60",
    autocomplete: "off",
    "data-testid": "class-name",
    on: {
      input: () => {
        results.rename(name.value.trim());
        show();
      },
    },
  });
  const share = async () => {
    if (await copy(summary.textContent)) return tell("Results copied.");
    getSelection().selectAllChildren(summary);
    tell("The browser does not allow copying. The results are selected.");
  };
  const again = () => {
    if (!confirm("Forget all results of this list on this device?")) return;
    results.clear();
    name.value = "";
    for (const [number, status] of element.querySelectorAll("[data-testid=class-status]").entries())
      status.textContent = inWords(results.solved[number]);
    show();
  };
  element.append(
    make("h1", { text: list.title || "Puzzles", "data-testid": "class-title" }),
    make("p", {
      class: "soft",
      text: "Solve each puzzle in as few moves as you can. You can stop at any time: this device keeps your moves and results.",
    }),
    make("label", { class: "line" }, make("span", { text: "Your name" }), name),
    make(
      "ol",
      { class: "tasks" },
      puzzles.map((puzzle, number) =>
        task(puzzle, titles[number], fragmentOf(list, { play: number }), results.solved[number]),
      ),
    ),
    make(
      "section",
      { class: "outcome", "aria-label": "Results" },
      make("h2", { text: "Results" }),
      summary,
      make(
        "div",
        { class: "row" },
        button("Copy results", share, { class: "first", "data-testid": "class-copy-results" }),
        button("Start over", again, { "data-testid": "class-clear" }),
      ),
      message,
    ),
  );
  show();
}

function task({ game, at, error }, title, href, result) {
  if (error) return make("li", {}, errorBox(error));
  return make(
    "li",
    { "data-testid": "class-task" },
    make(
      "a",
      { href },
      thumbnail(game, at ?? game.pieces.map((piece) => piece.at)),
      make(
        "span",
        {},
        make("strong", { text: title }),
        make("span", { class: "soft", text: inWords(result), "data-testid": "class-status" }),
      ),
    ),
  );
}
