// The entry point: theme, help, and the router with its views.

import { help } from "./help.js";
import { offline } from "./offline.js";
import { printed } from "./printed.js";
import { route } from "./router.js";
import { theme } from "./theme.js";

const views = {
  library: () => import("./views/library.js"),
  play: () => import("./views/play.js"),
  space: () => import("./views/space.js"),
  make: () => import("./views/make.js"),
  design: () => import("./views/design.js"),
  lock: () => import("./views/lock.js"),
  class: () => import("./views/class.js"),
};

theme(document.getElementById("theme"));
help(document.getElementById("help"));
printed(document.getElementById("printed"));
const view = document.getElementById("view");
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  view.focus();
});
route(view, views);
import("./space/offer.js").then(({ offer }) => offer(document.querySelector("nav [data-view=space]")));
offline(document.getElementById("update")).catch((error) => console.info(`not kept for offline use: ${error.message}`));
