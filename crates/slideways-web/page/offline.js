// A static site works offline: its service worker keeps the files in the browser, and fetches a new version in the
// background. A server needs none of this.

import { button, make } from "./dom.js";

/** Start the service worker. When a new version is there, an element that is hidden so far offers it. */
export async function offline(notice) {
  const { serviceWorker } = navigator;
  if (!document.querySelector("meta[name=slideways-module]") || !serviceWorker) return;
  let reloads = false;
  serviceWorker.addEventListener("controllerchange", () => reloads && location.reload());
  const registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  const offer = () => {
    if (!registration.waiting || !registration.active) return;
    const reload = () => {
      reloads = true;
      registration.waiting?.postMessage("activate");
    };
    notice.replaceChildren(
      make("span", { text: "A new version of this page is there." }),
      button("Reload", reload, { "data-testid": "update" }),
    );
    notice.hidden = false;
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  // A page can stay open for days.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
  await serviceWorker.ready;
  document.documentElement.dataset.offline = "ready";
}
