// The view `library`.

import { make } from "../dom.js";

/** Fill the element. */
export function mount(element) {
  element.append(make("h1", { text: "Library" }));
}
