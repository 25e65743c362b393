// Buttons that share the game: a link with the whole puzzle, pictures, and the other views.

import { announce } from "./announce.js";
import { file } from "./api.js";
import { button, make } from "./dom.js";
import { errorBox } from "./errors.js";
import { link, question } from "./games.js";
import { address, go, parse } from "./router.js";
import { state } from "./state.js";
import { seen } from "./theme.js";

/** The buttons; `solution()` returns the moves from here in the notation of the command line, or `null`. */
export function exportButtons(solution) {
  const message = make("p", { class: "message", role: "status" });
  const tell = (text) => {
    message.replaceChildren(text);
    announce(text);
  };
  const share = async () => {
    const address = location.href.replace(/#.*$/s, "") + link();
    try {
      await navigator.clipboard.writeText(address);
      tell("Link copied. It contains the whole puzzle.");
    } catch {
      const field = make("input", { value: address, readonly: true, "aria-label": "Link", "data-testid": "link" });
      message.replaceChildren(field);
      field.select();
    }
  };
  const picture = (form, name) => async () => {
    const words = form === "gif" || form === "film" || form === "strip" ? solution() : null;
    if ((form === "gif" || form === "film") && !words?.length)
      return tell("No solution is known yet; a GIF shows the solution.");
    message.textContent = "Drawing …";
    try {
      const body = { game: question(), style: state.style, form, theme: seen(), ...(words ? { solution: words } : {}) };
      const url = URL.createObjectURL(await file("/api/picture", body));
      const save = make("a", { href: url, download: `${title()}.${name}` });
      document.body.append(save);
      save.click();
      save.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      tell(`Saved as ${save.download}.`);
    } catch (error) {
      message.replaceChildren(errorBox(error));
    }
  };
  const element = make(
    "div",
    { class: "export" },
    make(
      "div",
      { class: "row" },
      button("Share link", share, { "data-testid": "share" }),
      button("SVG", picture("svg", "svg"), { title: "Save the board as a vector drawing", "data-testid": "save-svg" }),
      button("PNG", picture("png", "png"), { title: "Save the board as an image", "data-testid": "save-png" }),
      button("GIF", picture("gif", "gif"), {
        title: "Save the solution from here as an animation",
        "data-testid": "save-gif",
      }),
    ),
    make(
      "div",
      { class: "row" },
      make("a", { class: "button", href: "#/space", text: "Explore all states", "data-testid": "to-space" }),
      button("Edit", () => go(address("make", "", { text: state.game.text, goal: state.game.goal })), {
        "data-testid": "to-make",
      }),
    ),
    message,
  );
  return element;
}

function title() {
  const { name } = parse(state.fragment);
  return (name || state.game.title || "puzzle")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
}
