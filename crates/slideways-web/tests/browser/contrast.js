// The texts of the page whose contrast is too low, as WCAG 2.2 measures it (1.4.3): the value of this script is a list of
// sentences. Text of a disabled control, and text that only screen readers get, is not measured.

const painter = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Red, green, blue and alpha of a CSS colour, each from 0 to 1. */
const rgba = (colour) => {
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = colour;
  painter.fillRect(0, 0, 1, 1);
  return [...painter.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
};
const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
const luminance = (colour) => {
  const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

/** What lies behind the content of an element: the grounds of its ancestors, composed. */
const ground = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const colour = rgba(getComputedStyle(at).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  const page = getComputedStyle(document.documentElement).colorScheme.includes("dark") &&
    matchMedia("(prefers-color-scheme: dark)").matches ? [0.07, 0.07, 0.07] : [1, 1, 1];
  return layers.reduceRight((below, colour) => over(colour, below), page);
};

/** The colour of a filled shape in a drawing behind its text, or `null`. */
const shapeBehind = (text) => {
  text.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = text.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const element of document.elementsFromPoint(x, y)) {
    if (element === text || element.localName === "text" || element.localName === "tspan") continue;
    if (!(element instanceof SVGElement)) return null;
    if (element instanceof SVGGeometryElement) {
      const fill = getComputedStyle(element).fill;
      if (fill !== "none" && rgba(fill)[3] === 1) return rgba(fill).slice(0, 3);
    }
  }
  return null;
};

const isHidden = (element) => {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  for (let at = element; at; at = at.parentElement) {
    const { clipPath, opacity } = getComputedStyle(at);
    if (clipPath === "inset(50%)" || opacity === "0") return true;
  }
  return false;
};
const isOff = (element) => element.closest("button:disabled, input:disabled, select:disabled, textarea:disabled, [aria-disabled=true], option");
const opacity = (element) => {
  let all = 1;
  for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
  return all;
};

const found = [];
const measure = (element, colour, text) => {
  const style = getComputedStyle(element);
  const size = Number.parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const drawn = element instanceof SVGElement ? shapeBehind(element) : null;
  const behind = drawn ?? ground(element);
  const [r, g, b, a] = rgba(colour);
  const ratio = contrast(over([r, g, b, a * opacity(element)], behind), behind);
  if (ratio + 0.005 < least) {
    const where = `${element.localName}${[...element.classList].map((name) => `.${name}`).join("")}`;
    const parent = element.parentElement;
    found.push(`${ratio.toFixed(2)} < ${least}: "${text.slice(0, 40)}" in ${parent?.className?.baseVal ?? parent?.className ?? ""} > ${where}`);
  }
};

// Shapes that let the pointer through are shapes all the same. The content security policy allows this form of a style.
const everyShape = new CSSStyleSheet();
everyShape.replaceSync("svg * { pointer-events: all !important; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, everyShape];

const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let measured = 0;
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const text = node.data.trim();
  const element = node.parentElement;
  if (!text || /^(script|style|noscript|title|desc)$/.test(element.localName) || isOff(element) || isHidden(element)) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) continue;
  measured += 1;
  const style = getComputedStyle(element);
  measure(element, element instanceof SVGElement ? style.fill : style.color, text);
}
for (const field of document.querySelectorAll("input, select, textarea")) {
  if (isOff(field) || isHidden(field) || /^(range|checkbox|radio|color)$/.test(field.type)) continue;
  if (field.value) measure(field, getComputedStyle(field).color, field.value);
  if (field.placeholder) measure(field, getComputedStyle(field, "::placeholder").color, field.placeholder);
}
document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== everyShape);
if (measured < 5) found.push(`only ${measured} texts on the view`);
return [...new Set(found)];
