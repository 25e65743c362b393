// Draws a packing: the back edges of the box, the faces from back to front, then the front edges of the box.

import { corners, projection, SIDES } from "./geometry.js";
import { light, lit, noise } from "./shading.js";

const FADED = 0.09;

/** For each side: the edges of its square that point right and down when seen from outside; `-` reverses an edge. */
const WRITING = [
  ["-a", "b"],
  ["a", "b"],
  ["b", "-a"],
  ["b", "a"],
  ["b", "a"],
  ["-b", "a"],
];

/** Draws the fields of `PackingCanvas`: the packing, the view angles, the visible layer and the chosen brick. */
export class Renderer {
  paint() {
    const { canvas, size } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio || 1;
    if (!width || !height) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    this.colours = { accent: style.caretColor, line: style.color };
    const centre = size.map((side) => side / 2);
    const reach = Math.hypot(...size.map((side) => side + (side - 1) * this.explode * 0.9));
    this.scale = (Math.min(width, height) / reach / (size[0] === 1 ? 0.86 : 0.97)) * this.zoom;
    this.look = projection(this.turn, this.tip);
    this.to = (point) => {
      const [x, y, z] = this.look(point.map((part, axis) => part - centre[axis]));
      return [width / 2 + x * this.scale, height / 2 + y * this.scale, z];
    };
    this.fronts = SIDES.map(([, by]) => this.look(by));
    this.shadow(pen, width, height);
    this.walls(pen, false);
    this.drawn = this.sorted();
    for (const face of this.drawn) this.face(pen, face);
    if (this.explode < 0.02) this.walls(pen, true);
    canvas.dataset.ready = "true";
  }

  /** The shift of a brick in the exploded view, in cells. */
  offset(brick) {
    return this.middles[brick].map((part, axis) => (part - this.size[axis] / 2) * this.explode * 0.9);
  }

  sorted() {
    const list = [];
    for (const face of this.faces) {
      if (this.fronts[face.side][2] > -1e-6) continue;
      const cut = this.layer >= 0 && face.inner && face.cell[0] === this.layer && "NF".includes(face.letter);
      if (face.inner && !cut) continue;
      const away = this.offset(face.brick);
      const centre = face.cell.map((part, axis) => part + 0.5 + away[axis]);
      const points = corners(face.cell, face.side).map((point) =>
        this.to(point.map((part, axis) => part + away[axis])),
      );
      const other = this.layer >= 0 && face.cell[0] !== this.layer;
      const aside = this.fades && this.chosen >= 0 && face.brick !== this.chosen && !this.blockers.has(face.brick);
      list.push({ ...face, points, depth: this.to(centre)[2], faded: other || aside, cut });
    }
    return list.sort((a, b) => b.depth - a.depth);
  }

  face(pen, { brick, cell, side, points, edges, faded, first, cut }) {
    const path = new Path2D();
    for (const [x, y] of points) path.lineTo(x, y);
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
      pen.strokeStyle = chosen
        ? this.colours.accent
        : faded
          ? this.colours.line
          : lit(this.stains[brick], bright * 0.5);
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

  /** Wood grain along the brick; faces at its ends have none. */
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
      const where = (line + 0.2 + 0.6 * noise(brick, side, across, line)) / 4;
      const bend = 0.05 * (noise(line, brick, side) - 0.5);
      if (along < 0) continue;
      const [p, q] = along === 0 ? [at(0, where), at(1, where)] : [at(where, 0), at(where, 1)];
      const m = along === 0 ? at(0.5, where + bend) : at(where + bend, 0.5);
      pen.moveTo(...p);
      pen.quadraticCurveTo(...m, ...q);
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** The name of a brick, drawn in the plane of a face and upright when seen from outside. */
  letter(pen, brick, points, side) {
    pen.save();
    pen.transform(...written(points, ...WRITING[side]));
    pen.font = "600 0.5px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.globalAlpha = 0.82;
    pen.fillStyle = "#1d1a16";
    pen.fillText(this.packing.placed[brick].name, 0.5, 0.53);
    pen.restore();
  }

  /** The edges of the box: in front of the bricks, or behind them. */
  walls(pen, front) {
    const { size, to, fronts } = this;
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = 1.2;
    SIDES.forEach(([letter, by], side) => {
      const seen = fronts[side][2] < 0;
      if (seen !== front) return;
      const [a, b] = [0, 1, 2].filter((axis) => by[axis] === 0);
      const point = (u, v) =>
        to(size.map((extent, axis) => (axis === a ? u * extent : axis === b ? v * extent : by[axis] > 0 ? extent : 0)));
      const square = [point(0, 0), point(1, 0), point(1, 1), point(0, 1)];
      pen.beginPath();
      for (const [x, y] of square) pen.lineTo(x, y);
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
    const low =
      height / 2 + this.scale * this.size[1] * 0.5 * (1 + this.explode * 0.9) * Math.cos(this.tip) + this.scale * 0.5;
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
}

/** The transform from the unit square to a face, given the edges that point right and down. */
function written([o, a, , b], right, down) {
  const edges = { a: [a[0] - o[0], a[1] - o[1]], b: [b[0] - o[0], b[1] - o[1]] };
  const along = (name) => edges[name.at(-1)].map((part) => (name.length > 1 ? -part : part));
  const from = [0, 1].map((axis) =>
    [right, down].reduce((sum, name) => (name.length > 1 ? sum + edges[name.at(-1)][axis] : sum), o[axis]),
  );
  return [...along(right), ...along(down), ...from];
}
