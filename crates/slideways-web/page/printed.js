// What a printed page shows besides the view: the link, in the colours of paper.

import { link } from "./games.js";
import { link as linkTo } from "./share.js";
import { state } from "./state.js";

/**
 * Prepare the page for the printer, and restore it afterwards; `element` shows the link. An element with `data-print`
 * gives the link of its view; otherwise it is that of the game, or the address of the page.
 */
export function printed(element) {
  const { classList } = document.documentElement;
  let theme = null; // the classes of the theme on the screen, while the page is printed
  const begin = () => {
    if (theme) return;
    theme = ["light", "dark"].filter((name) => classList.contains(name));
    classList.remove("dark");
    classList.add("light");
    const own = document.querySelector("[data-print]")?.dataset.print;
    const plays = state.game && document.body.dataset.view === "play";
    element.textContent = own ?? linkTo(plays ? link() : location.hash);
  };
  const end = () => {
    if (!theme) return;
    classList.remove("light");
    classList.add(...theme);
    theme = null;
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  matchMedia("print").addEventListener("change", ({ matches }) => (matches ? begin() : end()));
}
