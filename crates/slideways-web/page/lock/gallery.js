// The packings found, as small pictures to choose from, layer by layer.

import { make } from "../dom.js";
import { lit, stains } from "./shading.js";

/** The number of rotations and reflections of the box that leave a packing as it is, in words. */
function symmetry({ stabilizer: number }) {
  return Number(number) === 1 ? "not symmetrical" : `${number} symmetries`;
}

/** A button that shows a packing; `size` is the layers, rows and columns of the box. */
export function entry(packing, size, choose) {
  const [layers, rows, cols] = size;
  const unit = 9;
  const across = Math.ceil(Math.sqrt((layers * rows) / cols)) || 1;
  const wide = Math.min(layers, across);
  const tall = Math.ceil(layers / wide);
  const width = wide * (cols * unit + 6) - 6;
  const height = tall * (rows * unit + 6) - 6;
  const colours = stains(packing);
  const corner = (layer) => [(layer % wide) * (cols * unit + 6), Math.floor(layer / wide) * (rows * unit + 6)];
  const floors = Array.from({ length: layers }, (_, layer) => {
    const [x, y] = corner(layer);
    return make("svg:rect", { class: "floor", x, y, width: cols * unit, height: rows * unit, rx: 1.5 });
  });
  const bricks = packing.placed.map(({ cells }, brick) => {
    const own = new Set(cells.map(String));
    const path = cells
      .map(([layer, row, col]) => {
        const [x, y] = corner(layer);
        const right = own.has(String([layer, row, col + 1])) ? 1.2 : 0;
        const down = own.has(String([layer, row + 1, col])) ? 1.2 : 0;
        return `M${x + col * unit + 0.6} ${y + row * unit + 0.6}h${unit - 1.2 + right}v${unit - 1.2 + down}h${-(unit - 1.2 + right)}z`;
      })
      .join("");
    return make("svg:path", { d: path, fill: lit(colours[brick], 1) });
  });
  const label = `Packing ${packing.number} (${packing.pieces} ${packing.pieces === 1 ? "piece" : "pieces"}), ${symmetry(packing)}`;
  return make(
    "button",
    {
      type: "button",
      class: "packing",
      "aria-label": label,
      title: label,
      "aria-pressed": "false",
      "data-testid": "lock-packing",
      on: { click: choose },
    },
    make("svg:svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, floors, bricks),
  );
}
