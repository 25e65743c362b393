// Shares a puzzle: as a link that contains it, or as a file.

import { copy } from "../clipboard.js";
import { make } from "../dom.js";
import { link as linkTo, whoOpens } from "../share.js";

/** Copy the link of a fragment; without access to the clipboard, show the link. */
export async function copyLink(fragment, tell) {
  const link = linkTo(fragment);
  const field = make("input", { value: link, readonly: true, "aria-label": "Link", "data-testid": "make-link" });
  if (await copy(link)) tell(`Link copied. It contains the whole puzzle. ${whoOpens()}`);
  else {
    tell(make("label", { class: "line" }, make("span", { text: "Link with the whole puzzle " }), field));
    field.select();
  }
  document.querySelector("[data-testid=make-share]")?.setAttribute("data-link", link);
}

/** Copy a text; without access to the clipboard, show it, to be copied by hand. */
export async function copyText(text, notation, tell) {
  if (await copy(text)) tell(notation === "text" ? "Text copied." : `Copied as ${notation.replaceAll("-", " ")}.`);
  else {
    const area = make("textarea", {
      readonly: true,
      rows: 6,
      "aria-label": "Text to copy",
      "data-testid": "make-copied",
    });
    area.value = text;
    tell(area);
    area.select();
  }
}

/** Save a text as a file. */
export function saveText(text, title, tell) {
  const name =
    (title || "puzzle")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "puzzle";
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = make("a", { href: url, download: `${name}.txt` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  tell(`Saved as ${name}.txt.`);
}
