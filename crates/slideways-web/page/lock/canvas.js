// A packing on a canvas; pointer and keys rotate and zoom it.

import { make } from "../dom.js";
import { faces, middle } from "./geometry.js";
import { Renderer } from "./renderer.js";
import { grain, stains } from "./shading.js";

/**
 * Calls `clicked(brick)` with the brick under a click, or with -1. If a brick is chosen, the others fade except its
 * blockers, unless `fades` is false. A drag turns the view, unless it begins on a brick for which `drag(brick)` returns
 * an object with the methods `move(dx, dy)`, `end()` and `cancel()`.
 */
export class PackingCanvas extends Renderer {
  constructor({ clicked, fades = true, drag = () => null }) {
    super();
    this.canvas = make("canvas", { class: "packing-canvas", tabindex: "0", role: "img", "data-testid": "lock-view" });
    Object.assign(this, {
      clicked,
      fades,
      drag,
      packing: null,
      explode: 0,
      layer: -1,
      chosen: -1,
      blockers: new Set(),
      zoom: 1,
    });
    this.resetView();
    this.listen();
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this.canvas);
    this.shade = matchMedia("(prefers-color-scheme: dark)");
    this.again = () => this.draw();
    this.shade.addEventListener("change", this.again);
    this.theme = new MutationObserver(this.again);
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  }

  leave() {
    this.watch.disconnect();
    this.theme.disconnect();
    this.shade.removeEventListener("change", this.again);
    cancelAnimationFrame(this.frame);
  }

  resetView() {
    const flat = this.packing && this.size[0] === 1;
    this.turn = flat ? 0.22 : 0.55;
    this.tip = flat ? 0.3 : 0.46;
    this.zoom = 1;
    this.draw();
  }

  /** Show a packing, in the colours `packing.stains` if it has them; `size` is the layers, rows and columns of the box. */
  show(packing, size) {
    const first = !this.packing || String(size) !== String(this.size);
    Object.assign(this, { packing, size, chosen: -1, blockers: new Set() });
    this.faces = faces(packing);
    this.stains = packing.stains ?? stains(packing);
    this.grains = packing.placed.map(({ cells }) => grain(cells));
    this.middles = packing.placed.map(({ cells }) => middle(cells));
    if (first) this.resetView();
    else this.draw();
  }

  choose(brick) {
    this.chosen = brick;
    const { blockers = {} } = this.packing.placed[brick] ?? {};
    this.blockers = new Set(
      Object.values(blockers)
        .flat()
        .filter((one) => one !== "wall"),
    );
    this.draw();
  }

  listen() {
    const { canvas } = this;
    let from = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (from) return;
      const drag = this.drag(this.brickAt(event.offsetX, event.offsetY));
      from = { id: event.pointerId, x: event.clientX, y: event.clientY, far: 0, drag };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      from = { ...from, x: event.clientX, y: event.clientY, far: from.far + Math.abs(dx) + Math.abs(dy) };
      if (from.drag) from.drag.move(dx, dy);
      else if (from.far > 4) this.rotate(-dx * 0.01, dy * 0.01);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (from?.id !== event.pointerId) return;
      const { far, drag } = from;
      from = null;
      if (far <= 4) this.clicked(this.brickAt(event.offsetX, event.offsetY));
      else drag?.end();
    });
    canvas.addEventListener("pointercancel", (event) => {
      if (from?.id !== event.pointerId) return;
      from.drag?.cancel();
      from = null;
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && document.activeElement !== canvas) return;
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY * 0.0015));
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const turns = { ArrowLeft: [0.13, 0], ArrowRight: [-0.13, 0], ArrowUp: [0, -0.13], ArrowDown: [0, 0.13] };
      if (turns[event.key]) this.rotate(...turns[event.key]);
      else if (event.key === "+" || event.key === "=") this.zoomBy(1.15);
      else if (event.key === "-") this.zoomBy(1 / 1.15);
      else if (event.key === "Home") this.resetView();
      else if (event.key === "Escape") this.clicked(-1);
      else return;
      event.preventDefault();
    });
  }

  rotate(turn, tip) {
    this.turn += turn;
    this.tip = Math.max(-1.55, Math.min(1.55, this.tip + tip));
    this.draw();
  }

  zoomBy(by) {
    this.zoom = Math.max(0.5, Math.min(3, this.zoom * by));
    this.draw();
  }

  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.packing && this.canvas.isConnected) this.paint();
    });
  }

  /** The brick visible at a point, or -1; faded bricks come last. */
  brickAt(x, y) {
    for (const { points, brick, faded } of [...(this.drawn ?? [])].reverse()) {
      if (!faded && inside(points, x, y)) return brick;
    }
    const behind = [...(this.drawn ?? [])].reverse().find(({ points }) => inside(points, x, y));
    return behind ? behind.brick : -1;
  }
}

function inside(points, x, y) {
  let odd = false;
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 3) % 4];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}
