// Functions that create elements and print numbers.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with its properties and children. The prefix `svg:` makes an SVG element. The property `on` holds
 * listeners by event, and `text` is the text; the others are attributes, left out if `null`, undefined or `false`.
 */
export function make(tag, props = {}, ...children) {
  const [, svg, name] = tag.match(/^(svg:)?(.+)$/);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "text") element.textContent = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG text as an element. It is parsed as XML and stripped of scripts, so nothing in it runs. */
export function drawing(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (read.localName !== "svg") throw new Error("the drawing cannot be read");
  for (const script of read.querySelectorAll("script, foreignObject")) script.remove();
  return document.importNode(read, true);
}

/** A button; `props` as for `make`, and `key` is its shortcut, shown in the tooltip. */
export function button(label, press, { key, ...props } = {}) {
  const title = props.title ?? (key ? `${props["aria-label"] ?? label} (${key})` : null);
  return make("button", { type: "button", ...props, title, on: { click: press, ...props.on } }, label);
}

/** A number with grouped thousands: 43,380. */
export function grouped(number) {
  return number.toLocaleString("en-US");
}

/** A large number in about three digits: 4.2 M. */
export function rough(number) {
  for (const [unit, sign] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e4, "k"],
  ]) {
    if (number >= unit) {
      const part = number / (sign === "k" ? 1e3 : unit);
      return `${part < 100 ? part.toFixed(1) : Math.round(part)} ${sign}`;
    }
  }
  return grouped(number);
}
