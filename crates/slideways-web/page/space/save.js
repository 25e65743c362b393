// Saves what Space draws, the histogram or the map as it is zoomed, as SVG or PNG.

import { announce } from "../announce.js";
import { button, make } from "../dom.js";
import { title } from "../export.js";
import { download } from "../save.js";

const FINE = 2; // PNG pixels per unit of the drawing, for high-resolution screens
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
];

/** Buttons that save the drawing `svg()` under a name that ends with `what`. */
export function saveButtons(what, svg) {
  const message = make("span", { class: "soft", role: "status" });
  const save = (ending) => async () => {
    const drawn = framed(svg());
    const name = `${title()}-${what}.${ending}`;
    const text = new XMLSerializer().serializeToString(drawn);
    const blob = new Blob([text], { type: "image/svg+xml" });
    download(ending === "svg" ? blob : await pixels(blob, drawn), name);
    message.textContent = `Saved as ${name}.`;
    announce(message.textContent);
  };
  return make(
    "div",
    { class: "save-picture" },
    make("span", { class: "soft", text: "Save picture" }),
    button("SVG", save("svg"), { "data-testid": `space-save-${what}-svg` }),
    button("PNG", save("png"), { "data-testid": `space-save-${what}-png` }),
    message,
  );
}

/** A copy of a drawing on the page that needs no style sheet. */
export function styled(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll("*")]);
  for (const [number, element] of from.entries()) {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[number].setAttribute(name, style.getPropertyValue(name));
    // Not every program knows transparent colours.
    if (style.fill === "rgba(0, 0, 0, 0)") to[number].setAttribute("fill", "none");
    for (const { name } of [...to[number].attributes])
      if (name.startsWith("data-") || name === "class") to[number].removeAttribute(name);
  }
  const { x, y, width, height } = svg.viewBox.baseVal;
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ viewBox: `${x} ${y} ${width} ${height}`, width, height }))
    copy.setAttribute(name, value);
  return copy;
}

/** A drawing on the background of the page. */
function framed(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const fill = getComputedStyle(document.body).backgroundColor;
  svg.prepend(make("svg:rect", { x, y, width, height, fill }));
  return svg;
}

/** An SVG drawing as a PNG file. */
async function pixels(blob, svg) {
  const { width, height } = svg.viewBox.baseVal;
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = make("canvas", { width: Math.round(width * FINE), height: Math.round(height * FINE) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done));
  } finally {
    URL.revokeObjectURL(url);
  }
}
