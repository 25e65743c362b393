// The interactive state graph: canvas, buttons, keys, and a card with the arrangement under the pointer.

import { announce } from "../announce.js";
import { button, make } from "../dom.js";
import { thumbnail } from "../thumbnail.js";
import { Camera, gestures } from "./camera.js";
import { GraphCanvas } from "./canvas.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Calls `jump(number)` when an arrangement is chosen; `counted(n)` is a distance in words. */
export class StateMap {
  constructor(graph, { jump, counted }) {
    Object.assign(this, { graph, jump, counted });
    this.camera = new Camera();
    this.canvas = make("canvas", {
      class: "graph",
      tabindex: "0",
      role: "application",
      "data-testid": "space-graph",
      "aria-label": `State graph of ${graph.states} arrangements. Arrow keys follow moves, Enter jumps there, plus and minus zoom, Home centres on the current arrangement.`,
    });
    this.canvas.nodeAt = (number) => {
      const [x, y] = this.camera.to(graph.x[number], graph.y[number]);
      return { x, y };
    };
    this.card = make("div", { class: "card", hidden: true, "aria-hidden": "true" });
    this.view = new GraphCanvas(this.canvas, graph, this.camera);
    const zoom = (by) => () => this.zoom(by);
    this.element = make(
      "div",
      { class: "map" },
      this.canvas,
      this.card,
      make(
        "div",
        { class: "zooms" },
        button("+", zoom(1.6), { "aria-label": "Zoom in", key: "+" }),
        button("−", zoom(1 / 1.6), { "aria-label": "Zoom out", key: "-" }),
        button("All", () => this.fit(), { title: "Show the whole graph (0)", "data-testid": "space-fit" }),
        button("Here", () => this.center(this.view.here), {
          title: "Centre on the current arrangement (Home)",
          "data-testid": "space-find",
        }),
      ),
    );
    gestures(this.canvas, this.camera, {
      changed: () => {
        this.point(-1);
        this.view.draw();
      },
      hovered: (x, y) => this.point(x === undefined ? -1 : this.view.nodeNear(x, y)),
      clicked: (x, y, sort) => {
        const number = this.view.nodeNear(x, y, sort === "mouse" ? 14 : 24);
        if (number >= 0) this.jump(number);
      },
    });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", () => this.point(-1));
    this.watch = new ResizeObserver(() => {
      if (!this.fitted && this.canvas.clientWidth) this.fit();
      this.view.draw(true);
    });
    this.watch.observe(this.canvas);
    this.anew = () => this.view.draw(true);
    this.theme = new MutationObserver(this.anew);
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.anew);
  }

  leave() {
    this.watch.disconnect();
    this.theme.disconnect();
    this.dark.removeEventListener("change", this.anew);
    this.view.leave();
  }

  /** Show the path played, a list of `{ number, jump }`, and its end as the current arrangement. */
  show(path, from) {
    const here = path.at(-1)?.number ?? -1;
    const anew = this.view.from !== from;
    Object.assign(this.view, { path, here, cursor: here, from });
    this.canvas.dataset.here = here;
    this.view.draw(anew);
  }

  fit() {
    this.fitted = true;
    this.camera.fit(this.graph.frame, this.canvas.clientWidth, this.canvas.clientHeight);
    this.view.draw(true);
  }

  zoom(by) {
    this.camera.zoom(by, this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
    this.view.draw();
  }

  center(number) {
    if (number < 0) return;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (this.camera.scale * this.view.reach < 12)
      this.camera.zoom(12 / (this.camera.scale * this.view.reach), width / 2, height / 2);
    const [x, y] = this.camera.to(this.graph.x[number], this.graph.y[number]);
    this.camera.pan(width / 2 - x, height / 2 - y);
    this.view.draw();
  }

  /** Highlight the nodes of a layer; -1 for none. */
  light(layer) {
    this.view.layer = layer;
    this.view.draw(true);
  }

  /** The distances of a node in words. */
  words(number) {
    const [left, from] = [this.graph.distance(number, "goal"), this.graph.distance(number, "start")];
    const goal = left === null ? "unsolvable" : left === 0 ? "a goal" : `${left} to go`;
    return `${goal}, ${this.counted(from)} from the start`;
  }

  /** Mark a node and show its card; -1 for none. */
  point(number) {
    if (this.view.hover === number) return;
    this.view.hover = number;
    this.card.hidden = number < 0;
    if (number >= 0) {
      this.card.replaceChildren(
        thumbnail(this.graph.game, this.graph.arrangement(number)),
        make("p", { text: this.words(number) }),
      );
      const { x, y } = this.canvas.nodeAt(number);
      const right = x > this.canvas.clientWidth / 2;
      this.card.style.left = right ? "" : `${x + 18}px`;
      this.card.style.right = right ? `${this.canvas.clientWidth - x + 18}px` : "";
      this.card.style.top = `${Math.max(8, Math.min(y - 40, this.canvas.clientHeight - 220))}px`;
    }
    this.view.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this;
    if (ARROWS[event.key]) {
      if (event.shiftKey) this.camera.pan(...ARROWS[event.key].map((part) => -60 * part));
      else this.walk(...ARROWS[event.key]);
      view.draw();
    } else if (event.key === "Enter" || event.key === " ") {
      if (view.cursor >= 0 && view.cursor !== view.here) this.jump(view.cursor);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if (event.key === "Home") {
      view.cursor = view.here;
      this.center(view.here);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the cursor along the link nearest to a direction. */
  walk(dx, dy) {
    const { view, graph } = this;
    const from = Math.max(0, view.cursor);
    const next = graph.toward(from, dx, dy);
    if (next < 0) return announce("no move in that direction");
    view.cursor = next;
    const { x, y } = this.canvas.nodeAt(next);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (x < 40 || y < 40 || x > width - 40 || y > height - 40 || this.camera.scale * view.reach < 12) this.center(next);
    this.point(next);
    announce(`${this.words(next)}, ${graph.neighbours(next).length} moves from here`);
  }
}
