// Icons of buttons, drawn here so that they do not depend on fonts.

import { make } from "./dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  back: "M17 4.5v15L5 12z",
  on: "M6 4.5v15l9-7.5zM16.5 5h2.5v14h-2.5z",
  first: "M19 4.5v15L10 12zM5 5h2.5v14H5zM12 4.5v15L7.5 12z",
  last: "M5 4.5v15l9-7.5zM16.5 5H19v14h-2.5zM12 4.5v15l4.5-7.5z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2v14a7 7 0 0 1 0-14",
  light:
    "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.2 5.6l1.4-1.4 2.2 2.2-1.4 1.4zM16.2 17.6l1.4-1.4 2.2 2.2-1.4 1.4zM4.2 18.4l2.2-2.2 1.4 1.4-2.2 2.2zM16.2 6.4l2.2-2.2 1.4 1.4-2.2 2.2z",
  dark: "M14.5 3A9 9 0 1 0 21 15.5 8 8 0 0 1 14.5 3",
};

export function icon(name) {
  return make(
    "svg:svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, class: "icon", "aria-hidden": "true" },
    make("svg:path", { d: PATHS[name], "fill-rule": "evenodd" }),
  );
}
