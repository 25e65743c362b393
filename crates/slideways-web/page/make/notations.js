// A menu that copies a puzzle in any notation that the server offers for it.

import { ask } from "../api.js";
import { constants } from "../constants.js";
import { make } from "../dom.js";

/** The notations that the text box reads, in one sentence. */
export function readable() {
  const { notations, tile_notations: tiles } = constants;
  const list = (names) => names.map((name) => name.replaceAll("-", " ")).join(", ");
  return `Paste a puzzle in any notation (blocks: ${list(notations)}; tiles: ${list(tiles)}), or write the name of a library puzzle.`;
}

/**
 * The menu. `game()` returns the game as requests contain it; the menu calls `copied(text, notation)` or `failed(error)`.
 */
export class Notations {
  constructor({ game, copied, failed }) {
    Object.assign(this, { game, copied, failed, texts: [] });
    this.element = make("select", {
      "aria-label": "Copy in another notation",
      "data-testid": "make-copy-as",
      on: { change: () => this.chosen() },
    });
    this.show(null);
  }

  /** Offer the notations of a game; none without a game. */
  async show(game, signal) {
    this.element.disabled = !game;
    if (!game) return this.list([]);
    try {
      const { notations } = await ask("notations", { game: this.game() }, { signal });
      if (!signal?.aborted) this.list(notations);
    } catch (error) {
      if (!signal?.aborted) this.failed(error);
    }
  }

  list(texts) {
    this.texts = texts;
    this.element.replaceChildren(
      make("option", { value: "", text: "Copy as …" }),
      ...texts.map(({ notation }) => make("option", { value: notation, text: notation.replaceAll("-", " ") })),
    );
  }

  chosen() {
    const found = this.texts.find(({ notation }) => notation === this.element.value);
    this.element.value = "";
    if (found) this.copied(found.text, found.notation);
  }
}
