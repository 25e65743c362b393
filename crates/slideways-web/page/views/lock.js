// Lock: packings in which nothing slides, counted and shown.

import { announce } from "../announce.js";
import { ask, page } from "../api.js";
import { constants } from "../constants.js";
import { grouped, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { lockFurther } from "../further.js";
import { counts, found, stopped } from "../lock/counts.js";
import { LockForm, sides } from "../lock/form.js";
import { entry } from "../lock/gallery.js";
import { Viewer } from "../lock/viewer.js";
import { queued } from "../queue.js";
import { address, go } from "../router.js";
import { keep, kept } from "../store.js";

const FIRST = { box: "3x3x3", bricks: ["2x2x1"] };

/** Show the view; the address may name a box of the library, or give a box and bricks. */
export async function mount(element, { name, query }) {
  let search = new AbortController();
  let all = [];
  let numbers = {};
  let total = null;
  let only = null;
  let size = [1, 1, 1];
  let asked = FIRST; // the current search
  let chosen = null; // the packing that the user chose, or that the address names
  const message = make("div", { class: "message", role: "status", "data-testid": "lock-message" });
  const table = make("div", { class: "tally", "data-testid": "lock-counts" });
  const gallery = make("div", { class: "gallery", role: "group", "aria-label": "Packings found, one per class" });
  const more = make("p", { class: "soft" });
  const viewer = new Viewer();
  const form = new LockForm({ start: (request) => start(request), stop: () => search.abort() });
  element.append(
    make(
      "header",
      { class: "intro" },
      make("h1", { text: "Lock" }),
      make("p", {
        class: "soft",
        text: "How can a box be packed so that nothing in it slides? A wall or another brick must block every brick in every direction.",
      }),
    ),
    make(
      "div",
      { class: "lock" },
      make("section", { class: "find", "aria-label": "Box and bricks" }, form.element, message, table),
      viewer.element,
      make("section", { class: "shelf", "aria-label": "Packings found" }, gallery, more),
    ),
  );

  const tally = () =>
    table.replaceChildren(
      ...(Object.keys(numbers).length
        ? [
            counts(numbers, {
              total,
              chosen: only,
              choose: pick,
              shown: (pieces) => all.some((one) => one.pieces === pieces),
            }),
          ]
        : []),
    );
  const pick = (pieces) => {
    only = pieces;
    for (const [number, packing] of all.entries())
      gallery.children[number].hidden = only !== null && packing.pieces !== only;
    // The packing in the viewer is one of those in the gallery.
    if (only !== null && viewer.packing?.pieces !== only) choose(all.find((packing) => packing.pieces === only));
    const row = document.activeElement.closest("[data-pieces]")?.dataset.pieces;
    tally();
    table.querySelector(`[data-pieces="${row}"] button`)?.focus();
  };
  const show = (packing) => {
    for (const [at, item] of [...gallery.children].entries())
      item.setAttribute("aria-pressed", String(all[at] === packing));
    if (packing !== viewer.packing) viewer.show(packing, size, asked);
  };
  const choose = (packing) => {
    chosen = packing;
    show(packing);
  };
  // The gallery is sorted by the number of pieces. Until one is chosen, the first is shown.
  const add = (packing) => {
    if (packing.placed.length === 0) return;
    const after = all.findIndex((other) => other.pieces > packing.pieces);
    const place = after < 0 ? all.length : after;
    all.splice(place, 0, packing);
    const item = entry(packing, size, () => choose(packing));
    item.hidden = only !== null && packing.pieces !== only;
    gallery.insertBefore(item, gallery.children[place] ?? null);
    if (all.length > constants.most_packings) {
      all.pop();
      gallery.lastChild.remove();
    }
    if (chosen?.text === packing.text) choose(packing);
    else if (!chosen && place === 0) show(packing);
  };

  async function start(request, shown = null) {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    all = [];
    numbers = {};
    total = only = chosen = viewer.packing = null;
    asked = request;
    size = sides(request.box);
    gallery.replaceChildren();
    more.textContent = "";
    viewer.element.hidden = true;
    if (shown) choose(shown);
    message.textContent = "Searching …";
    tally();
    form.busy(true);
    keep("lock", request);
    const query = { ...request, bricks: request.bricks.join(" "), packing: shown?.text };
    go(address("lock", "", query), { replace: true });
    try {
      const answer = await ask(
        "lock",
        { ...request, page: `${page}.lock` },
        {
          on: {
            progress: ({ by_count = {}, seconds = 0, doing, place }) => {
              numbers = by_count;
              message.textContent =
                doing === "waiting"
                  ? `Waiting for other searches to end${queued(place)} …`
                  : `Searching … ${seconds.toFixed(1)} s${Object.keys(by_count).length ? "" : ", none found so far"}`;
              tally();
            },
            packing: add,
          },
          signal,
        },
      );
      if (signal !== search.signal) return;
      numbers = answer.by_count;
      total = answer.total;
      message.textContent = found(answer);
      if (answer.outcome === "stopped") message.append(lockFurther(asked));
      const classes = Number(total.classes) - (answer.includes_empty ? 1 : 0);
      if (all.length < classes)
        more.textContent = `Shown: one packing each for ${grouped(all.length)} of ${grouped(classes)} classes, those with the fewest pieces.`;
      announce(message.textContent);
      tally();
    } catch (error) {
      if (signal !== search.signal) return;
      if (signal.aborted) message.textContent = stopped(numbers, asked);
      else message.replaceChildren(errorBox(error));
    }
    form.busy(false);
  }

  const request = await initialRequest(name, query);
  form.fill(request);
  start(request, await named(request, query.get("packing")));
  return () => {
    search.abort();
    search = new AbortController();
    viewer.leave();
  };
}

/** The packing that the address names, or `null`. */
async function named({ box }, packing) {
  return packing ? ask("packing", { box, packing, form: "json" }) : null;
}

/** The request that the address names, else the last one. */
async function initialRequest(name, query) {
  if (name) {
    const { puzzles } = await ask("library");
    const entry = puzzles.find((puzzle) => puzzle.name === name && puzzle.box);
    if (entry) return { box: entry.box, bricks: [entry.bricks].flat() };
  }
  if (!query.get("box")) {
    const last = kept("lock");
    return last?.box && Array.isArray(last.bricks) ? last : FIRST;
  }
  return {
    box: query.get("box"),
    bricks: (query.get("bricks") ?? "2x1").split(/[\s,;]+/).filter(Boolean),
    ...(query.get("fewest") === "true" ? { fewest: true } : {}),
    ...(query.get("maximal") === "true" ? { maximal: true } : {}),
    ...(query.get("strength") ? { strength: query.get("strength") } : {}),
  };
}
