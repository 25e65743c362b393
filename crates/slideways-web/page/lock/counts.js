// The number of packings by number of pieces, updated during the search.

import { grouped, make } from "../dom.js";

/**
 * A table of counts: `{ "12": { raw, classes, rotation_classes } }`. A row can be chosen if `shown(pieces)`, that is, if
 * the gallery has a packing of it.
 */
export function counts(byCount, { total = null, chosen = null, choose = () => {}, shown = () => true } = {}) {
  const rows = Object.entries(byCount)
    .map(([pieces, number]) => ({ pieces: Number(pieces), ...number }))
    .sort((a, b) => a.pieces - b.pieces);
  const most = Math.max(1, ...rows.map(({ classes }) => Number(classes ?? 0)));
  const cell = (number) => make("td", { text: number === undefined ? "·" : grouped(Number(number)) });
  const body = rows.map(({ pieces, raw, classes, rotation_classes }) => {
    const bar = make("span", { class: "bar" });
    bar.style.width = `${(100 * Math.log1p(Number(classes ?? 0))) / Math.log1p(most)}%`;
    const pick = make("button", {
      type: "button",
      class: "quiet",
      "aria-pressed": String(chosen === pieces),
      text: String(pieces),
      "aria-label": `Show only packings of ${pieces} ${pieces === 1 ? "piece" : "pieces"}`,
      title: `Show only packings of ${pieces} ${pieces === 1 ? "piece" : "pieces"}`,
      on: { click: () => choose(chosen === pieces ? null : pieces) },
    });
    return make(
      "tr",
      { "data-pieces": pieces },
      make("th", { scope: "row" }, shown(pieces) ? pick : String(pieces)),
      cell(raw),
      cell(classes),
      cell(rotation_classes),
      make("td", { class: "room", "aria-hidden": "true" }, bar),
    );
  });
  const sum =
    total && rows.length > 1
      ? make(
          "tr",
          { class: "sum" },
          make("th", { scope: "row", text: "all" }),
          cell(total.raw),
          cell(total.classes),
          cell(total.rotation_classes),
          make("td"),
        )
      : null;
  const heads = [
    ["pieces", "number of pieces"],
    ["packings", "all packings"],
    ["classes", "packings up to rotation and reflection"],
    ["up to rotation", "packings up to rotation only"],
  ];
  return make(
    "table",
    { class: "numbers" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        heads.map(([text, title]) => make("th", { scope: "col", text, title })),
        make("td", { class: "room" }),
      ),
    ),
    make("tbody", {}, body, sum),
  );
}

/** The result of a search in a sentence. */
export function found(answer) {
  const { raw, classes } = answer.total;
  const number = `${plural(Number(raw), "packing")} in ${plural(Number(classes ?? 0), "class", "classes")}`;
  const empty = answer.includes_empty ? " This includes the empty box." : "";
  if (answer.outcome === "stopped") return `Stopped (${answer.reason}) after ${number}; there may be more.`;
  if (answer.fewest) return `Fewest pieces that lock the box: ${answer.fewest} (proved). There are ${number}.`;
  if (answer.fewest === null) return "Only the empty box is locked (proved).";
  if (answer.outcome === "none") return "No packing locks this box (proved).";
  return `${number} in total.${empty}`;
}

/** What a search had found when the user stopped it, in a sentence. */
export function stopped(byCount, { fewest }) {
  if (Object.keys(byCount).length) return "Stopped. The table counts the packings found so far.";
  return `Stopped. None found so far.${fewest ? "" : " A search for “fewest pieces only” may end sooner."}`;
}

function plural(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}
