// Space: all reachable arrangements by distance, and the state graph if it is small enough to draw.

import { announce } from "../announce.js";
import { ask, page } from "../api.js";
import { constants } from "../constants.js";
import { counted, words as styled } from "../count.js";
import { grouped, make, rough } from "../dom.js";
import { errorBox } from "../errors.js";
import { question, wanted } from "../games.js";
import { gameTitle } from "../panel.js";
import { queued } from "../queue.js";
import { address, go } from "../router.js";
import { farthest } from "../space/farthest.js";
import { StateGraph } from "../space/graph.js";
import { histogram } from "../space/histogram.js";
import { StateMap } from "../space/map.js";
import { path } from "../space/path.js";
import { styled as plain, saveButtons } from "../space/save.js";
import { jump, setStyle, state, subscribe } from "../state.js";

const { most_states: MOST, most_tile_cells: FEW } = constants.graph;

/** Show the space of the game that the address names. */
export async function mount(element, params) {
  await wanted(params);
  let asked = new AbortController();
  let found = null; // the answer of the question `space`
  let graph = null;
  let map = null;
  let from = "goal";
  let here = null; // { from_start, to_goal }

  const style = make(
    "select",
    {
      "aria-label": "Style: what counts as one move",
      "data-testid": "space-style",
      on: { change: () => setStyle(style.value) },
    },
    state.game.styles.map((name) =>
      make("option", { value: name, text: name, title: styled(name, state.game.family).means }),
    ),
  );
  const styles = make("label", {}, make("span", { text: "Style" }), style);
  const about = make("p", { class: "soft" });
  const sums = make("p", { class: "sums", "data-testid": "space-sums" });
  const side = (name, text) =>
    make("button", {
      type: "button",
      "data-from": name,
      "data-testid": `space-from-${name}`,
      text,
      on: { click: () => turn(name) },
    });
  const sides = make(
    "div",
    { class: "choice", role: "group", "aria-label": "Distances" },
    side("goal", "To the goal"),
    side("start", "From the start"),
  );
  const layers = make("section", { class: "panel-layers", "aria-label": "Layers" });
  const far = make("section", { class: "panel-farthest" });
  const graphPanel = make("section", { class: "panel-graph", "aria-label": "State graph" });
  const where = make("p", { class: "where", role: "status", "data-testid": "space-where" });
  element.append(
    make(
      "header",
      { class: "intro" },
      make("div", {}, make("h1", { text: gameTitle(state.game) }), about, sums),
      make(
        "div",
        { class: "tools" },
        styles,
        sides,
        make("a", { class: "button", href: address("play"), "data-testid": "space-play", text: "Play from here" }),
      ),
    ),
    make("div", { class: "space" }, layers, far, graphPanel),
    where,
  );

  const words = (number) => counted(number, state.style, state.game.family);
  const title = () =>
    from === "goal" ? "Arrangements by distance to the goal" : "Arrangements by distance from the start";
  const open = (at) => {
    jump(at);
    go(address("play"));
  };

  function turn(name) {
    from = name;
    show();
  }

  function show() {
    style.value = state.style;
    about.textContent = `Style ${state.style}: one move = ${styled(state.style, state.game.family).means}.`;
    for (const one of sides.children) one.setAttribute("aria-pressed", String(one.dataset.from === from));
    if (!found) return;
    const sizes = from === "goal" ? (found.to_goal ?? []) : found.layers;
    const at = from === "goal" ? here?.to_goal : here?.from_start;
    sums.textContent = total();
    layers.replaceChildren(
      make("h2", { text: title() }),
      ...(sizes.length
        ? [
            histogram(sizes, {
              here: at ?? null,
              words: (number) => apart(number),
              title: title(),
              pointed: (layer) => map?.light(layer),
            }),
            saveButtons("layers", () => plain(layers.querySelector(".histogram"))),
          ]
        : [
            make("p", {
              class: "soft",
              text:
                from === "goal"
                  ? "No goal can be reached."
                  : "Distances from the start are not available here, only distances to the goal.",
            }),
          ]),
    );
    const last = from === "goal" ? found.hardest_at : found.farthest_at;
    const label = from === "goal" ? "Hardest starts" : "Farthest from the start";
    const boards = farthest(state.game, last ?? [], { label, open });
    far.replaceChildren(...(boards ? [make("h2", { text: `${label}: ${words(sizes.length - 1)}` }), boards] : []));
    walk();
  }

  function apart(number) {
    if (number === 0) return from === "goal" ? "At the goal" : "At the start";
    return `${words(number)} ${from === "goal" ? "to the goal" : "from the start"}`;
  }

  /** The totals in words. */
  function total() {
    const { states, radius, hardest, goal_states: goals, reason } = found;
    const reached = (found.to_goal ?? []).reduce((sum, size) => sum + size, 0);
    if (reason) return `Stopped (${reason}) after ${grouped(states)} arrangements; there may be more.`;
    const known = (number) => number !== null && number !== undefined;
    const count = `${grouped(states)} ${states === 1 ? "arrangement" : "arrangements"}`;
    const ofThem = !known(goals)
      ? ""
      : goals
        ? `, ${grouped(goals)} of them ${goals === 1 ? "a goal" : "goals"}`
        : ", no goal";
    const sentences = [`${count}${ofThem}.`];
    if (goals > 0 && reached < states)
      sentences.push(`No goal is reachable from ${grouped(states - reached)} of them.`);
    if (known(radius)) sentences.push(`Farthest from the start: ${words(radius)}.`);
    if (known(hardest)) sentences.push(`Hardest start: ${words(hardest)}.`);
    return sentences.join(" ");
  }

  /** Mark the current arrangement. */
  function walk() {
    if (map)
      map.show(
        path().map(({ at, jump }) => ({ number: graph.find(at), jump })),
        from,
      );
    const left = here?.to_goal;
    where.textContent =
      !map || left === undefined || left === null
        ? ""
        : left === 0
          ? "You are at a goal."
          : `You are here: ${left} to go.`;
  }

  /** Look up the current arrangement in the graph. */
  function find() {
    const number = graph ? graph.find(state.at) : -1;
    if (number >= 0) here = { from_start: graph.distance(number, "start"), to_goal: graph.distance(number, "goal") };
  }

  /** Without a space there is nothing to look at from either side; another style stays if it has a space. */
  function offered(is) {
    sides.hidden = !is;
    styles.hidden = !is && state.game.styles.every((name) => state.game.no_space?.[name]);
  }

  async function search() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const mine = () => signal === asked.signal && !signal.aborted;
    found = here = null;
    close();
    offered(true);
    const waiting = make("p", { class: "soft waiting", role: "status", text: "Counting arrangements …" });
    layers.replaceChildren(make("h2", { text: title() }), waiting);
    far.replaceChildren();
    graphPanel.replaceChildren();
    sums.textContent = where.textContent = "";
    show();
    const progress = ({ states, expanded, doing, place, part, seconds }) => {
      const number = states ?? expanded;
      const what =
        doing === "waiting"
          ? `Waiting for other searches to end${queued(place)}`
          : doing === "tables"
            ? `Building tables${part ? `, ${Math.round(part * 100)} %` : ""}`
            : "Counting arrangements";
      waiting.textContent = `${what} …${number ? ` ${rough(number)} so far` : ""}${seconds ? `, ${seconds.toFixed(1)} s` : ""}`;
    };
    try {
      const answer = await ask(
        "space",
        { game: question(), style: state.style, page: `${page}.space` },
        { on: { progress }, signal },
      );
      if (!mine()) return;
      found = answer;
      here = found.here;
      if (!found.to_goal?.length && found.layers?.length) from = "start";
      show();
      announce(sums.textContent);
    } catch (error) {
      if (!mine()) return;
      layers.replaceChildren(errorBox(error));
      offered(false);
      return;
    }
    if (
      found.states > MOST ||
      found.reason ||
      (state.game.family === "tiles" && state.game.rows * state.game.cols > FEW)
    ) {
      graphPanel.replaceChildren(
        make("p", {
          class: "soft",
          "data-testid": "space-too-many",
          text: `The state graph is drawn for at most ${grouped(MOST)} arrangements; this space has ${found.reason ? "more than " : ""}${grouped(found.states)}.`,
        }),
      );
      return;
    }
    const drawing = make("p", { class: "soft waiting", role: "status", text: "Drawing the graph …" });
    graphPanel.replaceChildren(make("h2", { text: "State graph" }), drawing);
    try {
      const answer = await ask(
        "graph",
        { game: question(), style: state.style, page: `${page}.graph` },
        {
          on: {
            progress: ({ seconds }) =>
              (drawing.textContent = `Drawing the graph …${seconds ? ` ${seconds.toFixed(1)} s` : ""}`),
          },
          signal,
        },
      );
      if (!mine()) return;
      unfold(new StateGraph(state.game, answer));
    } catch (error) {
      if (mine()) graphPanel.replaceChildren(errorBox(error));
    }
  }

  function unfold(unpacked) {
    graph = unpacked;
    map = new StateMap(graph, {
      counted: words,
      jump: (number) => {
        jump(graph.arrangement(number));
        announce(`jumped: ${map.words(number)}`);
      },
    });
    const hint =
      "Each dot is an arrangement, each line a move; amber is near, blue is far. Click a dot to jump there; arrow keys follow moves.";
    graphPanel.replaceChildren(
      make("h2", { text: "State graph" }),
      map.element,
      saveButtons("map", () => map.view.svg()),
      make("p", {
        class: "soft",
        text: `${hint}${graph.rough ? " The layout was stopped early and is approximate." : ""}`,
      }),
    );
    find();
    walk();
    show();
  }

  function close() {
    map?.leave();
    map = graph = null;
  }

  const quiet = subscribe((what) => {
    if (what === "style" || what === "open") return search();
    here = null;
    find();
    show();
  });
  search();
  return () => {
    quiet();
    asked.abort();
    close();
  };
}
