// The state graph on a canvas.
//
// Links and nodes are drawn once, on an offscreen sheet. While the camera moves, the sheet is shifted and scaled; when
// the camera rests, a new sheet is drawn, one slice per frame. The path played and the rings are drawn on top.

import { render } from "./render.js";
import { SvgPen } from "./svg-pen.js";

const REST = 140; // milliseconds without motion before a new sheet is drawn
const MARGIN = 0.25; // of the view, on each side of the sheet
const BUDGET = 7; // milliseconds per frame for a new sheet

const glance = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });

export class GraphCanvas {
  /** Draw a graph on a canvas, as a camera sees it. */
  constructor(canvas, graph, camera) {
    Object.assign(this, { canvas, graph, camera, from: "goal", path: [], here: -1, cursor: -1, hover: -1, layer: -1 });
    Object.assign(this, { stale: true, front: null, work: null });
    this.reach = mean(graph);
  }

  /** Draw in the next frame; `anew` also draws a new sheet. */
  draw(anew = false) {
    if (anew) this.stale = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  leave() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.gone = true;
  }

  /** The radius of a node in pixels. */
  radius() {
    return Math.max(0.9, Math.min(7, this.reach * this.camera.scale * 0.24));
  }

  paint() {
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (this.gone || !width || !height) return;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.stale = true;
    }
    if (this.stale) this.begin(width, height, ratio);
    this.go();
    if (this.work) this.draw();
    if (this.front) this.compose(ratio);
  }

  /** Begin a new sheet for the current camera. */
  begin(width, height, ratio) {
    const style = getComputedStyle(this.canvas);
    this.colours = { line: style.color, accent: style.caretColor, page: style.outlineColor };
    const sheet = document.createElement("canvas");
    sheet.width = Math.round(width * (1 + 2 * MARGIN) * ratio);
    sheet.height = Math.round(height * (1 + 2 * MARGIN) * ratio);
    const pen = sheet.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, width * MARGIN * ratio, height * MARGIN * ratio);
    const frame = [-width * MARGIN, width * (1 + MARGIN), -height * MARGIN, height * (1 + MARGIN)];
    const view = { ...this.camera.copy(), frame };
    const look = { from: this.from, layer: this.layer, radius: this.radius(), line: this.colours.line };
    this.work = { sheet, view, slices: render(pen, this.graph, view, look) };
    this.stale = false;
  }

  /** Continue the new sheet for a while; when it is done, it replaces the old one. */
  go() {
    const until = performance.now() + (this.front ? BUDGET : 60);
    while (this.work && performance.now() < until) {
      if (!this.work.slices.next().done) continue;
      this.front = this.work;
      this.work = null;
      this.canvas.dataset.ready = "true";
    }
    // The browser defers drawing until pixels are read: read one now, so that the work is spread over frames.
    if (this.work) glance.getContext("2d").drawImage(this.work.sheet, 0, 0, 1, 1, 0, 0, 1, 1);
  }

  compose(ratio) {
    const { camera, canvas } = this;
    const old = this.front.view;
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const zoom = camera.scale / old.scale;
    const [left, top] = [camera.x - old.x * zoom, camera.y - old.y * zoom];
    pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * left, ratio * top);
    const { frame } = old;
    pen.drawImage(this.front.sheet, frame[0], frame[2], frame[1] - frame[0], frame[3] - frame[2]);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.marks(pen);
    if (this.work || (zoom === 1 && left === 0 && top === 0)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(true), REST);
  }

  /** What the camera sees, as an SVG element. */
  svg() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const pen = new SvgPen(width, height);
    const view = { ...this.camera.copy(), frame: [0, width, 0, height] };
    const look = { from: this.from, layer: this.layer, radius: this.radius(), line: this.colours.line };
    for (const _ of render(pen, this.graph, view, look));
    pen.globalAlpha = 1;
    this.marks(pen);
    return pen.svg;
  }

  /** The path, and the rings. */
  marks(pen) {
    const { camera, graph } = this;
    const at = (number) => camera.to(graph.x[number], graph.y[number]);
    pen.lineJoin = pen.lineCap = "round";
    for (const [colour, wide] of [
      [this.colours.page, 5],
      [this.colours.accent, 2.5],
    ]) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      for (let leg = 1; leg < this.path.length; leg += 1) {
        const [from, to] = [this.path[leg - 1], this.path[leg]];
        if (from.number < 0 || to.number < 0) continue;
        pen.setLineDash(to.jump ? [3, 7] : []);
        pen.beginPath();
        pen.moveTo(...at(from.number));
        pen.lineTo(...at(to.number));
        pen.stroke();
      }
    }
    pen.setLineDash([]);
    const ring = (number, r, colour, wide) => {
      if (number < 0) return;
      pen.beginPath();
      pen.arc(...at(number), r, 0, 7);
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.stroke();
    };
    const radius = this.radius();
    ring(this.hover, radius + 4, this.colours.line, 1.5);
    if (this.cursor !== this.here) ring(this.cursor, radius + 6, this.colours.line, 2.5);
    ring(this.here, radius + 7, this.colours.page, 6);
    ring(this.here, radius + 7, this.colours.accent, 3);
  }

  /** The node at a point, or -1. */
  nodeNear(x, y, within = 14) {
    const { graph, camera } = this;
    let [best, least] = [-1, within * within];
    for (let number = 0; number < graph.states; number += 1) {
      const dx = graph.x[number] * camera.scale + camera.x - x;
      const dy = graph.y[number] * camera.scale + camera.y - y;
      const far = dx * dx + dy * dy;
      if (far < least) [best, least] = [number, far];
    }
    return best;
  }
}

/** The mean length of a link. */
function mean({ links, x, y }) {
  let sum = 0;
  for (let link = 0; link < links.length; link += 2)
    sum += Math.hypot(x[links[link]] - x[links[link + 1]], y[links[link]] - y[links[link + 1]]);
  return links.length ? (2 * sum) / links.length : 1;
}
