// Links that are shared: where they lead, and who can open them.

import { ask } from "./api.js";

/** Host names of this machine alone. */
const ALONE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether only this machine can open an address. */
export const isAlone = (address) => ALONE.test(new URL(address).hostname);

/** The address of this page, without its fragment. */
export const here = () => location.href.replace(/#.*$/s, "");

const isSite = Boolean(document.querySelector("meta[name=slideways-module]"));
let site = null; // the page as a static site, if the server knows one
if (!isSite) {
  ask("addresses").then(
    (known) => {
      site = known.site;
    },
    () => {},
  );
}

/** The link of a fragment: on the static site, if there is one, since everyone can open it. */
export const link = (fragment) => (site ?? here()) + fragment;

/** Who can open a link of this page, in a sentence. */
export function whoOpens() {
  if (isAlone(link(""))) return "Only this machine can open it.";
  if (site || isSite) return "Everyone can open it.";
  return "Devices that reach this server can open it.";
}
