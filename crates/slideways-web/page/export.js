// Buttons that share the game: a link with the whole puzzle, pictures, and the other views.

import { announce } from "./announce.js";
import { copy } from "./clipboard.js";
import { button, make } from "./dom.js";
import { link, question } from "./games.js";
import { go, parse } from "./router.js";
import { fileName, savePicture } from "./save.js";
import { link as linkTo, whoOpens } from "./share.js";
import { offer } from "./space/offer.js";
import { state } from "./state.js";

/**
 * The buttons, `{ element, leave }`; `solution()` returns the moves from here in the notation of the command line, or
 * `null`. Call `leave()` when the view is left.
 */
export function exportButtons(solution) {
  const message = make("p", { class: "message", role: "status" });
  const tell = (text) => {
    message.replaceChildren(text);
    announce(text);
  };
  const share = async () => {
    const address = linkTo(link());
    if (await copy(address)) tell(`Link copied. It contains the whole puzzle. ${whoOpens()}`);
    else {
      const field = make("input", { value: address, readonly: true, "aria-label": "Link", "data-testid": "link" });
      message.replaceChildren(field);
      field.select();
    }
  };
  const picture = (form, name) => async () => {
    const words = form === "gif" || form === "film" || form === "strip" ? solution() : null;
    if ((form === "gif" || form === "film") && !words?.length)
      return tell("No solution is known yet; a GIF shows the solution.");
    const body = { game: question(), style: state.style, form, ...(words ? { solution: words } : {}) };
    await savePicture("picture", body, `${title()}.${name}`, message);
  };
  const space = make("a", {
    class: "button",
    href: "#/space",
    text: "Explore all states",
    "data-testid": "to-space",
  });
  const noSpace = make("p", { class: "note", "data-testid": "no-space" });
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
      space,
      button("Edit", () => go(link("make")), { title: "Edit the puzzle as it is now", "data-testid": "to-make" }),
    ),
    noSpace,
    message,
  );
  return { element, leave: offer(space, noSpace) };
}

/** The name of a file about the game. */
export function title() {
  return fileName(parse(state.fragment).name || state.game.title || "puzzle");
}
