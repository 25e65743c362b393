// Buttons that save the packing shown, and a link that opens it.

import { announce } from "../announce.js";
import { copy } from "../clipboard.js";
import { button, make } from "../dom.js";
import { address } from "../router.js";
import { download, fileName, savePicture } from "../save.js";
import { link as linkTo, whoOpens } from "../share.js";

export class PackingExport {
  /** `canvas` is what PNG saves, as it is turned. */
  constructor(canvas) {
    this.message = make("div", { class: "message", role: "status", "data-testid": "lock-saved" });
    const save = (form, title) =>
      button(form.toUpperCase(), () => this.save(form), { title, "data-testid": `lock-save-${form}` });
    this.element = make(
      "div",
      { class: "export" },
      make(
        "div",
        { class: "row" },
        button("Share link", () => this.share(), {
          title: "Copy a link that opens this packing",
          "data-testid": "lock-share",
        }),
        save("svg", "Save a vector drawing of the pieces"),
        button("PNG", () => this.shot(canvas), {
          title: "Save the view as an image, as it is turned now",
          "data-testid": "lock-save-png",
        }),
        save("stl", "Save a solid for 3-D printers"),
      ),
      this.message,
    );
  }

  /** Export a packing from now on; `request` is the search that found it. */
  show(packing, request) {
    Object.assign(this, { packing, request });
    this.message.textContent = "";
  }

  /** The name of a file about the packing. */
  name(ending) {
    const { pieces, number } = this.packing;
    return `${fileName(`lock ${this.request.box} ${pieces}${number ? ` ${number}` : ""}`)}.${ending}`;
  }

  save(form) {
    const body = { box: this.request.box, packing: this.packing.text, form };
    return savePicture("packing", body, this.name(form), this.message);
  }

  /** Save the view on the background of the page. */
  shot(canvas) {
    const { width, height } = canvas;
    const sheet = make("canvas", { width, height });
    const pen = sheet.getContext("2d");
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(canvas, 0, 0);
    sheet.toBlob((blob) => {
      download(blob, this.name("png"));
      this.tell(`Saved as ${this.name("png")}.`);
    });
  }

  async share() {
    const { bricks, ...request } = this.request;
    const query = { ...request, bricks: bricks.join(" "), packing: this.packing.text };
    const link = linkTo(address("lock", "", query));
    if (await copy(link)) this.tell(`Link copied. It opens this packing. ${whoOpens()}`);
    else {
      const field = make("input", { value: link, readonly: true, "aria-label": "Link", "data-testid": "lock-link" });
      this.message.replaceChildren(field);
      field.select();
    }
  }

  tell(text) {
    this.message.textContent = text;
    announce(text);
  }
}
