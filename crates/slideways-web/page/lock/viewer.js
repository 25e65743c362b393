// One packing in detail: rotate it, explode it, show one layer, and list what blocks each brick.

import { announce } from "../announce.js";
import { button, make } from "../dom.js";
import { bricks, sentence, table } from "./blockers.js";
import { PackingCanvas } from "./canvas.js";
import { PackingExport } from "./export.js";

export class Viewer {
  constructor() {
    this.view = new PackingCanvas({ clicked: (brick) => this.ask(brick) });
    this.title = make("h2", { text: "Packing" });
    this.explode = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      value: 0,
      "data-testid": "lock-explode",
      on: { input: () => this.spread() },
    });
    this.layer = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 1,
      value: 0,
      "aria-label": "Layers shown",
      "data-testid": "lock-layer",
      on: { input: () => this.cut() },
    });
    this.cutAt = make("output", { text: "All layers" });
    this.list = make("div", {
      class: "bricks",
      role: "group",
      "aria-label": "Bricks: choose one to see what blocks it",
    });
    this.answer = make("div", {
      class: "blockers",
      "data-testid": "lock-blockers",
      role: "region",
      "aria-label": "What blocks the chosen brick",
    });
    this.sliders = make(
      "div",
      { class: "sliders" },
      make("label", {}, make("span", { text: "Explode" }), this.explode),
      make("label", {}, make("span", {}, this.cutAt), this.layer),
      button("Reset view", () => this.view.resetView(), { class: "quiet", title: "Reset the view (Home)" }),
    );
    this.export = new PackingExport(this.view.canvas);
    this.element = make(
      "section",
      { class: "viewer", hidden: true, "aria-label": "Packing" },
      this.title,
      this.view.canvas,
      this.sliders,
      make("p", {
        class: "soft",
        text: "Drag or use the arrow keys to rotate it. Click a brick to see what blocks it.",
      }),
      this.list,
      this.answer,
      this.export.element,
    );
  }

  /** Show a packing; `size` is the layers, rows and columns of the box, `request` the search. */
  show(packing, size, request) {
    Object.assign(this, { packing, size });
    this.element.hidden = false;
    this.export.show(packing, request);
    this.title.textContent = `Packing ${packing.number ? `${packing.number} ` : ""}(${packing.pieces} pieces)`;
    this.layer.max = size[0];
    this.layer.closest("label").hidden = size[0] === 1;
    this.layer.value = 0;
    this.view.layer = -1;
    this.cutAt.textContent = "All layers";
    this.view.canvas.setAttribute(
      "aria-label",
      `Packing in a box of ${size.filter((side, at) => at || side > 1).join(" x ")}: ${packing.text}. Arrow keys rotate it.`,
    );
    this.view.show(packing, size);
    this.list.replaceChildren(...bricks(packing, (brick) => this.ask(brick === this.view.chosen ? -1 : brick)));
    this.answer.replaceChildren(make("p", { class: "soft", text: "Choose a brick to see what blocks it." }));
  }

  spread() {
    this.view.explode = Number(this.explode.value);
    this.view.draw();
  }

  cut() {
    const layer = Number(this.layer.value);
    this.view.layer = layer - 1;
    this.cutAt.textContent = layer ? `Layer ${layer - 1}` : "All layers";
    this.layer.setAttribute("aria-valuetext", layer ? `layer ${layer - 1}` : "all layers");
    this.view.draw();
  }

  ask(brick) {
    this.view.choose(brick);
    for (const press of this.list.children)
      press.setAttribute("aria-pressed", String(Number(press.dataset.brick) === brick));
    if (brick < 0)
      return this.answer.replaceChildren(make("p", { class: "soft", text: "Choose a brick to see what blocks it." }));
    const said = sentence(this.packing, brick);
    this.answer.replaceChildren(
      make("h3", { text: `What blocks brick ${this.packing.placed[brick].name}` }),
      table(this.packing, brick, (other) => this.ask(other)),
      make("p", { class: "unseen", text: said }),
    );
    announce(said);
  }

  leave() {
    this.view.leave();
  }
}
