// Which view is shown: the fragment of the address says it, and nothing else does.
//
// `#/play/klotski?style=slide` is the view `play` with the name `klotski` and the query `style=slide`. The fragment
// never leaves the browser, so a link may carry a whole puzzle and still tell the server nothing.
//
// A view is a module with `mount(element, params)`. It fills the element, which is empty, and may return (a promise
// of) a function that is called when the view goes away.

import { make } from "./dom.js";
import { errorBox } from "./errors.js";

/** What a fragment says: `{ view, name, query }`, where `query` is a URLSearchParams. */
export function parse(fragment) {
  const [path, query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [view, ...rest] = path.split("/");
  let name = rest.join("/");
  try {
    name = decodeURIComponent(name);
  } catch {
    // A `%` that stands for itself.
  }
  return { view: view || "library", name, query: new URLSearchParams(query) };
}

/** The fragment of a view; `query` may be an object, and what is `null` in it is left out. */
export function address(view, name = "", query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const tail = new URLSearchParams(kept).toString();
  const path = encodeURIComponent(name).replaceAll("%2F", "/").replaceAll("%3A", ":");
  return `#/${view}${path && `/${path}`}${tail && `?${tail}`}`;
}

/** Go to a view; with `replace` the address changes, and the view stays as it is. */
export function go(fragment, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", fragment);
  else location.hash = fragment;
}

/** Show views in an element as the fragment changes; `views` gives a promise of a module by name. */
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
      // Whoever followed a link that is no longer there goes on from the view, not from the top of the page.
      if (mine > 1 && document.activeElement === document.body) element.focus({ preventScroll: true });
    } catch (error) {
      if (mine === turn) place.replaceChildren(make("div", { class: "plain" }, errorBox(error)));
    }
  };
  addEventListener("hashchange", show);
  show();
}
