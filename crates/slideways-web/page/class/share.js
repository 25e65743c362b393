// The link of a class list: to copy, to scan and to print.

import { announce } from "../announce.js";
import { ask } from "../api.js";
import { copy } from "../clipboard.js";
import { button, make } from "../dom.js";
import { errorBox } from "../errors.js";
import { here, isAlone } from "../share.js";

export class Share {
  constructor() {
    this.link = make("input", { readonly: true, "aria-label": "Link", "data-testid": "class-link" });
    this.code = make("figure", { class: "qr", "data-testid": "class-qr" });
    this.message = make("div", { class: "message", role: "status" });
    this.base = make("select", {
      "aria-label": "Address of this machine",
      "data-testid": "class-base",
      hidden: true,
      on: { change: () => this.show(this.fragment) },
    });
    this.open = make("a", { class: "button", text: "Open as a student", "data-testid": "class-open" });
    this.alone = make("p", {
      class: "warning",
      hidden: true,
      text: "Only this machine can open this link. Start the server with `slideways serve --lan` for other devices.",
    });
    this.element = make(
      "div",
      { class: "share", hidden: true },
      this.base,
      this.link,
      make(
        "div",
        { class: "row" },
        button("Copy link", () => this.copy(), { class: "first", "data-testid": "class-copy" }),
        button("Print", () => print(), { "data-testid": "class-print" }),
        this.open,
      ),
      this.alone,
      this.message,
      this.code,
    );
    this.ready = this.addresses();
  }

  /** The addresses under which other devices find this page: the one in use, unless only this machine has it. */
  async addresses() {
    const known = await ask("addresses").catch(() => ({ addresses: [] }));
    const addresses = isAlone(location.href) ? known.addresses : [here()];
    if (known.site) addresses.push(known.site);
    this.alone.hidden = addresses.length > 0;
    const all = addresses.length ? addresses : [here()];
    this.base.replaceChildren(...all.map((text) => make("option", { value: text, text })));
    this.base.hidden = all.length === 1;
  }

  /** Show the link of a fragment, with the title of its list; `null` hides it. */
  async show(fragment, title = this.title) {
    Object.assign(this, { fragment, title });
    await this.ready;
    if (this.fragment !== fragment) return;
    this.element.hidden = !fragment;
    if (!fragment) return;
    const link = this.base.value + fragment;
    this.link.value = this.element.dataset.print = link;
    this.open.href = fragment;
    try {
      const { side, path } = await ask("qr", { text: link });
      if (this.link.value !== link) return;
      this.code.replaceChildren(
        make(
          "svg:svg",
          { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "QR code of the link" },
          make("svg:rect", { width: side, height: side, fill: "#fff" }),
          make("svg:path", { d: path, fill: "#000" }),
        ),
        make("figcaption", { text: `${title || "Puzzles"}: scan to open the list.` }),
      );
    } catch (error) {
      this.code.replaceChildren(errorBox(error));
    }
  }

  async copy() {
    const copied = await copy(this.link.value);
    if (!copied) this.link.select();
    this.message.textContent = copied ? "Link copied." : "The browser does not allow copying. The link is selected.";
    announce(this.message.textContent);
  }
}
