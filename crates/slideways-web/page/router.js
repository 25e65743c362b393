// Shows the view that the fragment of the address names.
//
// `#/play/klotski?style=slide` is the view `play` with the name `klotski` and the query `style=slide`. The fragment
// stays in the browser: a link can contain a whole puzzle, and the server does not see it.
//
// A view is a module with `mount(element, params)`. It fills the empty element and may return (a promise of) a function
// that the router calls before it removes the view.

import { make } from "./dom.js";
import { errorBox } from "./errors.js";

/** The parts of a fragment: `{ view, name, query }`, where `query` is a URLSearchParams. */
export function parse(fragment) {
  const [path, query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [view, ...rest] = path.split("/");
  let name = rest.join("/");
  try {
    name = decodeURIComponent(name);
  } catch {
    // A literal `%`.
  }
  return { view: view || "library", name, query: new URLSearchParams(query) };
}

/** The fragment of a view; entries of `query` that are `null`, undefined or empty are left out. */
export function address(view, name = "", query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const tail = new URLSearchParams(kept).toString();
  const path = encodeURIComponent(name).replaceAll("%2F", "/").replaceAll("%3A", ":");
  return `#/${view}${path && `/${path}`}${tail && `?${tail}`}`;
}

/** Go to a view; with `replace`, change only the address. */
export function go(fragment, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", fragment);
  else location.hash = fragment;
}

/** Show the view in an element whenever the fragment changes; `views[name]()` is a promise of its module. */
export function route(element, views) {
  let leave = null;
  let turn = 0;
  const show = async () => {
    const mine = ++turn;
    const params = parse(location.hash);
    if (!views[params.view]) return go(address("library"));
    const module = await views[params.view]();
    if (mine !== turn) return;
    await leave?.();
    leave = null;
    document.body.dataset.view = params.view;
    for (const link of document.querySelectorAll("nav [data-view]")) {
      if (link.dataset.view === params.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const place = make("div", { class: `view view-${params.view}` });
    element.replaceChildren(place);
    window.scrollTo(0, 0);
    try {
      const done = await module.mount(place, params);
      if (mine !== turn) return done?.();
      leave = done ?? null;
      // A followed link is gone with its view: the keyboard continues from the new view, not from the top.
      if (mine > 1 && document.activeElement === document.body) element.focus({ preventScroll: true });
    } catch (error) {
      if (mine === turn) place.replaceChildren(make("div", { class: "plain" }, errorBox(error)));
    }
  };
  addEventListener("hashchange", show);
  show();
}
