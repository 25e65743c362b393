// A histogram: the number of arrangements at each distance.
//
// If the largest layer is more than a thousand times the smallest, the scale is logarithmic.

import { announce } from "../announce.js";
import { grouped, make } from "../dom.js";
import { ramp } from "./ramp.js";

const HEIGHT = 190;

/**
 * Bars for the sizes of layers; the bar `here` is marked. `words(n)` is a distance in words. Calls `pointed(n)` for the
 * bar under the pointer or chosen by keys, or with -1.
 */
export function histogram(sizes, { here = null, words, title, pointed = () => {} }) {
  const most = Math.max(...sizes);
  const least = Math.min(...sizes.filter((size) => size > 0));
  const log = most > 1000 * least;
  const part = (size) =>
    size <= 0 ? 0 : log ? (0.04 + 0.96 * Math.log(size / least)) / (0.04 + 0.96 * Math.log(most / least)) : size / most;
  const width = Math.max(280, Math.min(760, innerWidth - 56)); // letters keep their size on a phone
  const wide = width / sizes.length;
  const gap = wide > 6 ? 1.5 : wide > 3 ? 0.6 : 0;
  const said = (at) =>
    `${words(at)}: ${grouped(sizes[at])} ${sizes[at] === 1 ? "arrangement" : "arrangements"}${at === here ? ", and you are here" : ""}`;
  const readout = make("p", { class: "readout", "aria-hidden": "true" });
  const quiet = () =>
    (readout.textContent =
      here === null
        ? "Point at a bar to see its number."
        : `You are here: ${words(here).replace(/^At/, "at")}, ${sizes[here] === 1 ? "the only one" : `one of ${grouped(sizes[here])}`}.`);
  const bars = sizes.map((size, at) => {
    const tall = Math.max(size > 0 ? 1.5 : 0, part(size) * HEIGHT);
    return make(
      "svg:g",
      {
        class: at === here ? "here" : null,
        "data-layer": at,
        "data-size": size,
        "data-testid": at === here ? "space-here" : null,
      },
      make("svg:rect", { class: "reach", x: at * wide, y: 0, width: wide, height: HEIGHT }),
      make("svg:rect", {
        class: "bar",
        x: at * wide + gap / 2,
        y: HEIGHT - tall,
        width: wide - gap,
        height: tall,
        rx: Math.min(2, wide / 4),
        fill: ramp(at / Math.max(1, sizes.length - 1)),
      }),
      at === here ? make("svg:path", { class: "pin", d: `M${(at + 0.5) * wide} ${HEIGHT + 3}l5 9h-10z` }) : null,
    );
  });
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => sizes.length / step <= width / 60) ?? 1000;
  const ticks = sizes
    .map((_, at) => at)
    .filter((at) => at % every === 0)
    .map((at) =>
      make("svg:text", { class: "tick", x: (at + 0.5) * wide, y: HEIGHT + 26, "text-anchor": "middle" }, String(at)),
    );
  const svg = make(
    "svg:svg",
    {
      viewBox: `-8 -4 ${width + 16} ${HEIGHT + 36}`,
      class: "histogram",
      tabindex: "0",
      role: "img",
      "data-testid": "space-histogram",
      "aria-label": `${title}: ${sizes.length} layers${log ? ", heights on a logarithmic scale" : ""}. Left and right go from bar to bar.`,
    },
    make("svg:line", { class: "ground", x1: 0, x2: width, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5 }),
    bars,
    ticks,
  );
  let now = -1;
  const look = (at, aloud = false) => {
    if (at === now) return;
    bars[now]?.classList.remove("seen");
    now = at;
    bars[now]?.classList.add("seen");
    if (now < 0) quiet();
    else readout.textContent = said(now);
    if (aloud && now >= 0) announce(said(now));
    pointed(now);
  };
  const under = (event) => {
    const group = event.target.closest?.("[data-layer]");
    look(group ? Number(group.dataset.layer) : -1);
  };
  svg.addEventListener("pointermove", under);
  svg.addEventListener("pointerdown", under);
  svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && look(-1));
  svg.addEventListener("blur", () => look(-1));
  svg.addEventListener("keydown", (event) => {
    const last = sizes.length - 1;
    const from = now < 0 ? (here ?? 0) : now;
    const to = {
      ArrowLeft: now < 0 ? from : from - 1,
      ArrowRight: now < 0 ? from : from + 1,
      Home: 0,
      End: last,
      PageUp: from - 10,
      PageDown: from + 10,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    look(Math.max(0, Math.min(last, to)), true);
  });
  quiet();
  const rows = sizes.map((size, at) =>
    make("tr", {}, make("th", { scope: "row", text: at }), make("td", { text: grouped(size) })),
  );
  const table = make(
    "details",
    { class: "as-table" },
    make("summary", { text: "As a table" }),
    make(
      "div",
      { class: "scrolls" },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col", text: "distance" }),
            make("th", { scope: "col", text: "arrangements" }),
          ),
        ),
        make("tbody", {}, rows),
      ),
    ),
  );
  return make(
    "figure",
    { class: "layers" },
    svg,
    make("figcaption", {}, readout, log ? make("p", { class: "soft", text: "Logarithmic scale." }) : null, table),
  );
}
