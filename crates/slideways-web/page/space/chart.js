// The state graph on a canvas.
//
// Links are one path and nodes one path a shade, drawn once onto a sheet of their own. While the camera moves, the
// sheet is only shifted and stretched; when it rests, the sheet is drawn anew. What changes often is drawn on top: the
// path that was played, the rings.

import { NEVER } from "./atlas.js";
import { ramp, SHADES } from "./ramp.js";

const REST = 140; // milliseconds after which the sheet is drawn anew
const MARGIN = 0.25; // of the view, on each side of the sheet

export class Chart {
  /** Draw an atlas on a canvas, as a camera sees it. */
  constructor(canvas, atlas, camera) {
    Object.assign(this, { canvas, atlas, camera, from: "goal", path: [], here: -1, cursor: -1, hover: -1, layer: -1 });
    this.sheet = document.createElement("canvas");
    this.drawnFor = null;
    this.reach = mean(atlas);
  }

  /** Draw soon; `anew` if the sheet itself has changed. */
  draw(anew = false) {
    if (anew) this.drawnFor = null;
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

  /** So large a node is, in pixels. */
  radius() {
    return Math.max(0.9, Math.min(7, this.reach * this.camera.scale * 0.24));
  }

  paint() {
    const { canvas, camera } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (this.gone || !width || !height) return;
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.drawnFor = null;
    }
    if (!this.drawnFor) this.redraw(width, height, ratio);
    const old = this.drawnFor;
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const zoom = camera.scale / old.scale;
    const [left, top] = [camera.x - old.x * zoom, camera.y - old.y * zoom];
    pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * left, ratio * top);
    pen.drawImage(this.sheet, -width * MARGIN, -height * MARGIN, width * (1 + 2 * MARGIN), height * (1 + 2 * MARGIN));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.marks(pen);
    if (zoom !== 1 || left !== 0 || top !== 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(true), REST);
    }
    canvas.dataset.ready = "true";
  }

  redraw(width, height, ratio) {
    const { sheet, camera, atlas } = this;
    const ink = getComputedStyle(this.canvas);
    this.ink = { line: ink.color, accent: ink.caretColor, page: ink.outlineColor };
    sheet.width = Math.round(width * (1 + 2 * MARGIN) * ratio);
    sheet.height = Math.round(height * (1 + 2 * MARGIN) * ratio);
    const pen = sheet.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, width * MARGIN * ratio, height * MARGIN * ratio);
    const [x0, x1, y0, y1] = [-width * MARGIN, width * (1 + MARGIN), -height * MARGIN, height * (1 + MARGIN)];
    const size = atlas.states;
    const xs = new Float32Array(size);
    const ys = new Float32Array(size);
    for (let number = 0; number < size; number += 1) {
      xs[number] = atlas.x[number] * camera.scale + camera.x;
      ys[number] = atlas.y[number] * camera.scale + camera.y;
    }
    const { links } = atlas;
    pen.beginPath();
    for (let link = 0; link < links.length; link += 2) {
      const [a, b] = [links[link], links[link + 1]];
      if ((xs[a] < x0 && xs[b] < x0) || (xs[a] > x1 && xs[b] > x1) || (ys[a] < y0 && ys[b] < y0) || (ys[a] > y1 && ys[b] > y1)) continue;
      pen.moveTo(xs[a], ys[a]);
      pen.lineTo(xs[b], ys[b]);
    }
    pen.strokeStyle = this.ink.line;
    pen.globalAlpha = Math.max(0.16, Math.min(0.5, this.radius() / 8));
    pen.lineWidth = Math.max(0.35, Math.min(1.2, this.radius() / 4));
    pen.stroke();
    pen.globalAlpha = 1;
    this.nodes(pen, xs, ys, [x0, x1, y0, y1]);
    this.drawnFor = camera.copy();
  }

  nodes(pen, xs, ys, [x0, x1, y0, y1]) {
    const distances = this.from === "start" ? this.atlas.fromStart : this.atlas.toGoal;
    const farthest = distances.reduce((most, distance) => (distance === NEVER ? most : Math.max(most, distance)), 1);
    const shades = Array.from({ length: SHADES + 1 }, () => []);
    const bright = [];
    for (let number = 0; number < xs.length; number += 1) {
      if (xs[number] < x0 || xs[number] > x1 || ys[number] < y0 || ys[number] > y1) continue;
      const distance = distances[number];
      if (this.layer >= 0 && distance === this.layer) bright.push(number);
      else shades[distance === NEVER ? SHADES : Math.round((distance / farthest) * (SHADES - 1))].push(number);
    }
    const radius = this.radius();
    const dots = (list, r) => {
      pen.beginPath();
      for (const number of list) {
        if (r < 1.6) pen.rect(xs[number] - r, ys[number] - r, 2 * r, 2 * r);
        else pen.moveTo(xs[number] + r, ys[number]), pen.arc(xs[number], ys[number], r, 0, 7);
      }
      pen.fill();
    };
    if (this.layer >= 0) pen.globalAlpha = 0.2;
    for (let shade = SHADES; shade >= 0; shade -= 1) {
      if (!shades[shade].length) continue;
      pen.fillStyle = shade === SHADES ? this.ink.line : ramp(shade / (SHADES - 1));
      dots(shades[shade], radius);
    }
    pen.globalAlpha = 1;
    if (bright.length) {
      pen.fillStyle = ramp(this.layer / farthest);
      dots(bright, Math.max(2.5, radius * 1.2));
    }
    const hearts = [];
    for (let number = 0; number < xs.length; number += 1) if (this.atlas.toGoal[number] === 0) hearts.push(number);
    pen.fillStyle = "#fff3c4";
    pen.strokeStyle = ramp(0);
    pen.lineWidth = 1.5;
    for (const number of hearts) {
      const r = Math.max(2.2, radius * 0.9);
      pen.beginPath();
      pen.arc(xs[number], ys[number], r, 0, 7);
      pen.fill();
      pen.stroke();
    }
  }

  /** The path, and the rings. */
  marks(pen) {
    const { camera, atlas } = this;
    const at = (number) => camera.to(atlas.x[number], atlas.y[number]);
    pen.lineJoin = pen.lineCap = "round";
    for (const [colour, wide] of [[this.ink.page, 5], [this.ink.accent, 2.5]]) {
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
    ring(this.hover, radius + 4, this.ink.line, 1.5);
    if (this.cursor !== this.here) ring(this.cursor, radius + 6, this.ink.line, 2.5);
    ring(this.here, radius + 7, this.ink.page, 6);
    ring(this.here, radius + 7, this.ink.accent, 3);
  }

  /** The node at a point, or -1. */
  nodeNear(x, y, within = 14) {
    const { atlas, camera } = this;
    let [best, least] = [-1, within * within];
    for (let number = 0; number < atlas.states; number += 1) {
      const dx = atlas.x[number] * camera.scale + camera.x - x;
      const dy = atlas.y[number] * camera.scale + camera.y - y;
      const far = dx * dx + dy * dy;
      if (far < least) [best, least] = [number, far];
    }
    return best;
  }
}

/** How long a link is, on the average. */
function mean({ links, x, y }) {
  let sum = 0;
  for (let link = 0; link < links.length; link += 2) sum += Math.hypot(x[links[link]] - x[links[link + 1]], y[links[link]] - y[links[link + 1]]);
  return links.length ? (2 * sum) / links.length : 1;
}
