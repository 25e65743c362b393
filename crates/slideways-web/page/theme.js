// Light or dark: the preference of the system, or the theme chosen on the page.

import { icon } from "./icons.js";
import { keep, kept } from "./store.js";

const ORDER = ["auto", "light", "dark"];

/** The theme in use, `light` or `dark`. */
export function seen() {
  const { classList } = document.documentElement;
  if (classList.contains("light")) return "light";
  return classList.contains("dark") || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Whether the system asks for reduced motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let a button cycle through the themes, and apply the stored one. */
export function theme(button) {
  const show = (chosen) => {
    const { classList } = document.documentElement;
    classList.toggle("light", chosen === "light");
    classList.toggle("dark", chosen === "dark");
    button.replaceChildren(icon(chosen));
    button.title = `Theme: ${chosen}`;
    button.setAttribute("aria-label", `Theme: ${chosen}`);
    button.dataset.chosen = chosen;
  };
  show(ORDER.includes(kept("theme")) ? kept("theme") : "auto");
  button.addEventListener("click", () => {
    const next = ORDER[(ORDER.indexOf(button.dataset.chosen) + 1) % ORDER.length];
    keep("theme", next);
    show(next);
  });
}
