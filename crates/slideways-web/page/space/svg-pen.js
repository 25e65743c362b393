// A pen with the methods of a canvas that `render.js` and `canvas.js` use; it writes SVG.

import { make } from "../dom.js";

export class SvgPen {
  constructor(width, height) {
    Object.assign(this, { fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1 });
    Object.assign(this, { lineJoin: "round", lineCap: "round", path: [], dash: [] });
    this.svg = make("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  }

  beginPath() {
    this.path = [];
  }

  moveTo(x, y) {
    this.path.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(x, y) {
    this.path.push(`L${short(x)} ${short(y)}`);
  }

  rect(x, y, width, height) {
    this.path.push(`M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`);
  }

  /** A full circle; the pen stands at its right end, as `render.js` leaves it. */
  arc(x, y, radius) {
    const [r, wide] = [short(radius), short(2 * radius)];
    this.path.push(`M${short(x + radius)} ${short(y)}a${r} ${r} 0 1 0 ${-wide} 0a${r} ${r} 0 1 0 ${wide} 0`);
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  fill() {
    this.add({ fill: this.fillStyle, "fill-opacity": this.globalAlpha });
  }

  stroke() {
    this.add({
      fill: "none",
      stroke: this.strokeStyle,
      "stroke-opacity": this.globalAlpha,
      "stroke-width": short(this.lineWidth),
      "stroke-linejoin": this.lineJoin,
      "stroke-linecap": this.lineCap,
      "stroke-dasharray": this.dash.length ? this.dash.join(" ") : null,
    });
  }

  add(props) {
    if (this.path.length) this.svg.append(make("svg:path", { d: this.path.join(""), ...props }));
  }
}

function short(number) {
  return Math.round(number * 100) / 100;
}
