// A solid packing on a canvas, to be turned by hand and by keys.

import { corners, faces, looking, middle, SIDES } from "./solid.js";
import { chance, grain, light, lit, stains } from "./wood.js";
import { make } from "../dom.js";

const FADED = 0.09;

/** The canvas; `asked(brick)` is told of a brick that is clicked, or -1. */
export class Turning {
  constructor({ asked }) {
    this.canvas = make("canvas", { class: "turning", tabindex: "0", role: "img", "data-testid": "lock-view" });
    Object.assign(this, { asked, packing: null, explode: 0, layer: -1, chosen: -1, blockers: new Set(), zoom: 1 });
    this.home();
    this.hand();
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

  /** Look from where one begins. */
  home() {
    const flat = this.packing && this.size[0] === 1;
    this.turn = flat ? -0.22 : -0.62;
    this.tip = flat ? 0.28 : 0.5;
    this.zoom = 1;
  }

  /** Show a packing; the box has so many layers, rows and columns. */
  show(packing, size) {
    const first = !this.packing || String(size) !== String(this.size);
    Object.assign(this, { packing, size, chosen: -1, blockers: new Set() });
    this.faces = faces(packing);
    this.stains = stains(packing);
    this.grains = packing.placed.map(({ cells }) => grain(cells));
    this.middles = packing.placed.map(({ cells }) => middle(cells));
    if (first) this.home();
    this.draw();
  }

  choose(brick) {
    this.chosen = brick;
    const { blockers = {} } = this.packing.placed[brick] ?? {};
    this.blockers = new Set(Object.values(blockers).flat().filter((one) => one !== "wall"));
    this.draw();
  }

  hand() {
    const { canvas } = this;
    let from = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (from) return;
      from = { id: event.pointerId, x: event.clientX, y: event.clientY, far: 0 };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      from = { ...from, x: event.clientX, y: event.clientY, far: from.far + Math.abs(dx) + Math.abs(dy) };
      if (from.far > 4) this.by(-dx * 0.01, dy * 0.01);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (from?.id === event.pointerId && from.far <= 4) this.asked(this.brickAt(event.offsetX, event.offsetY));
      from = null;
    });
    canvas.addEventListener("pointercancel", () => (from = null));
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.nearer(Math.exp(-event.deltaY * 0.0015));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const turns = { ArrowLeft: [0.13, 0], ArrowRight: [-0.13, 0], ArrowUp: [0, -0.13], ArrowDown: [0, 0.13] };
      if (turns[event.key]) this.by(...turns[event.key]);
      else if (event.key === "+" || event.key === "=") this.nearer(1.15);
      else if (event.key === "-") this.nearer(1 / 1.15);
      else if (event.key === "Home") this.home(), this.draw();
      else if (event.key === "Escape") this.asked(-1);
      else return;
      event.preventDefault();
    });
  }

  by(turn, tip) {
    this.turn += turn;
    this.tip = Math.max(-1.55, Math.min(1.55, this.tip + tip));
    this.draw();
  }

  nearer(by) {
    this.zoom = Math.max(0.5, Math.min(3, this.zoom * by));
    this.draw();
  }

  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.packing && this.canvas.isConnected) this.paint();
    });
  }

  paint() {
    const { canvas, size } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    if (!width || !height) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const ink = getComputedStyle(canvas);
    this.colours = { accent: ink.getPropertyValue("--accent"), line: ink.color };
    const heart = size.map((side) => side / 2);
    const spread = 1 + this.explode * 0.9;
    const reach = Math.hypot(...size.map((side) => side * spread * (1 + this.explode * 0.1))) * (size[0] === 1 ? 0.92 : 0.96);
    this.scale = (Math.min(width, height * 1.12) / reach) * this.zoom;
    this.look = looking(this.turn, this.tip);
    const from = this.look(heart.map((half, axis) => half - heart[axis]));
    this.to = (point) => {
      const [x, y, z] = this.look(point.map((part, axis) => part - heart[axis]));
      return [width / 2 + (x - from[0]) * this.scale, height / 2 + (y - from[1]) * this.scale, z];
    };
    this.fronts = SIDES.map(([, by]) => this.look(by));
    this.shadow(pen, width, height);
    this.walls(pen, false);
    this.drawn = this.sorted();
    for (const face of this.drawn) this.face(pen, face);
    this.walls(pen, true);
    canvas.dataset.ready = "true";
  }

  /** Where a brick has gone. */
  gone(brick) {
    return this.middles[brick].map((part, axis) => (part - this.size[axis] / 2) * this.explode * 0.9);
  }

  sorted() {
    const list = [];
    for (const face of this.faces) {
      if (this.fronts[face.side][2] > -1e-6) continue;
      const cut = this.layer >= 0 && face.inner && face.cell[0] === this.layer && "NF".includes(face.letter);
      if (face.inner && !cut) continue;
      const away = this.gone(face.brick);
      const heart = face.cell.map((part, axis) => part + 0.5 + away[axis]);
      const points = corners(face.cell, face.side).map((point) => this.to(point.map((part, axis) => part + away[axis])));
      const other = this.layer >= 0 && face.cell[0] !== this.layer;
      const aside = this.chosen >= 0 && face.brick !== this.chosen && !this.blockers.has(face.brick);
      list.push({ ...face, points, depth: this.to(heart)[2], faded: other || aside, cut });
    }
    return list.sort((a, b) => b.depth - a.depth);
  }

  face(pen, { brick, cell, side, points, edges, faded, first, cut }) {
    const path = new Path2D();
    points.forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
    const bright = light(this.fronts[side]) * (cut ? 0.93 : 1);
    const fill = lit(this.stains[brick], bright);
    pen.globalAlpha = faded ? FADED : 1;
    pen.fillStyle = pen.strokeStyle = fill;
    pen.lineWidth = 0.7;
    pen.fill(path);
    if (!faded) pen.stroke(path);
    if (!faded) this.grain(pen, brick, cell, side, points, bright);
    pen.lineJoin = pen.lineCap = "round";
    const chosen = brick === this.chosen;
    points.forEach(([x, y], at) => {
      if (!edges[at]) return;
      const [u, v] = points[(at + 1) % 4];
      pen.strokeStyle = chosen ? this.colours.accent : faded ? this.colours.line : lit(this.stains[brick], bright * 0.5);
      pen.globalAlpha = faded ? 0.16 : chosen ? 1 : 0.85;
      pen.lineWidth = chosen ? 3 : faded ? 0.8 : 1.3;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(u, v);
      pen.stroke();
    });
    pen.globalAlpha = 1;
    if (first && !faded) this.letter(pen, brick, points, side);
  }

  /** Lines of the wood, along the brick; on its ends, short arcs of the rings. */
  grain(pen, brick, cell, side, points, bright) {
    const axis = this.grains[brick];
    const plane = [0, 1, 2].filter((one) => SIDES[side][1][one] === 0);
    const along = plane.indexOf(axis);
    const [o, a, , b] = points;
    const at = (u, v) => [0, 1].map((i) => o[i] + (a[i] - o[i]) * u + (b[i] - o[i]) * v);
    pen.strokeStyle = lit(this.stains[brick], bright * 0.82);
    pen.globalAlpha = 0.5;
    pen.lineWidth = Math.max(0.4, this.scale * 0.012);
    pen.beginPath();
    for (let line = 0; line < 4; line += 1) {
      const across = cell[plane[along === 0 ? 1 : 0]];
      const where = (line + 0.2 + 0.6 * chance(brick, side, across, line)) / 4;
      const bend = 0.05 * (chance(line, brick, side) - 0.5);
      if (along < 0) continue;
      const [p, q] = along === 0 ? [at(0, where), at(1, where)] : [at(where, 0), at(where, 1)];
      const m = along === 0 ? at(0.5, where + bend) : at(where + bend, 0.5);
      pen.moveTo(...p);
      pen.quadraticCurveTo(...m, ...q);
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  letter(pen, brick, [o, a, , b], side) {
    // The letter lies in its face, upright where the face allows: columns to the right, rows down.
    const [across, down] = side < 2 ? [a, b] : side < 4 ? [b, a] : [b, a];
    const [xx, xy] = [across[0] - o[0], across[1] - o[1]];
    const [yx, yy] = [down[0] - o[0], down[1] - o[1]];
    pen.save();
    const turned = side === 0 || side === 1 ? side === 0 : false;
    if (turned) pen.transform(-xx, -xy, yx, yy, o[0] + xx, o[1] + xy);
    else pen.transform(xx, xy, yx, yy, o[0], o[1]);
    pen.font = "600 0.5px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.globalAlpha = 0.82;
    pen.fillStyle = "#1d1a16";
    if (xx * yy - xy * yx < 0 !== turned) pen.transform(-1, 0, 0, 1, 1, 0);
    pen.fillText(this.packing.placed[brick].name, 0.5, 0.53);
    pen.restore();
  }

  /** The edges of the box: those behind the bricks, or those before them. */
  walls(pen, front) {
    const { size, to, fronts } = this;
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = 1.2;
    SIDES.forEach(([letter, by], side) => {
      const seen = fronts[side][2] < 0;
      if (seen !== front) return;
      const [a, b] = [0, 1, 2].filter((axis) => by[axis] === 0);
      const point = (u, v) => to(size.map((extent, axis) => (axis === a ? u * extent : axis === b ? v * extent : by[axis] > 0 ? extent : 0)));
      const square = [point(0, 0), point(1, 0), point(1, 1), point(0, 1)];
      pen.beginPath();
      square.forEach(([x, y], at) => (at ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.closePath();
      const leans = this.chosen >= 0 && (this.packing.placed[this.chosen].blockers?.[letter] ?? []).includes("wall");
      pen.globalAlpha = front ? 0.22 : 0.4;
      pen.stroke();
      if (leans) {
        pen.globalAlpha = front ? 0.1 : 0.22;
        pen.fillStyle = this.colours.accent;
        pen.fill();
      }
    });
    pen.globalAlpha = 1;
  }

  shadow(pen, width, height) {
    const low = height / 2 + this.scale * this.size[1] * 0.5 * (1 + this.explode * 0.9) * Math.cos(this.tip) + this.scale * 0.5;
    const glow = pen.createRadialGradient(0, 0, 0, 0, 0, 1);
    glow.addColorStop(0, "rgb(0 0 0 / 0.22)");
    glow.addColorStop(1, "rgb(0 0 0 / 0)");
    pen.save();
    pen.translate(width / 2, Math.min(low, height * 0.94));
    pen.scale(this.scale * this.size[2] * 0.85, this.scale * Math.max(0.5, this.size[0] * 0.3));
    pen.fillStyle = glow;
    pen.fillRect(-1, -1, 2, 2);
    pen.restore();
  }

  /** The brick that is seen at a point, or -1. */
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
