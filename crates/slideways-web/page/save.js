// Saves files: what the library draws, under a name made from a title.

import { announce } from "./announce.js";
import { ask } from "./api.js";
import { errorBox } from "./errors.js";
import { seen } from "./theme.js";

/** A title as the name of a file, without its ending. */
export function fileName(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
}

/** Save bytes as a file. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const save = document.createElement("a");
  Object.assign(save, { href: url, download: name });
  document.body.append(save);
  save.click();
  save.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Ask for a picture in the theme of the page, and save it; `message` shows how that goes. */
export async function savePicture(question, body, name, message) {
  message.textContent = "Drawing …";
  try {
    download(await ask(question, { ...body, theme: seen() }), name);
    message.replaceChildren(`Saved as ${name}.`);
    announce(message.textContent);
  } catch (error) {
    message.replaceChildren(errorBox(error));
  }
}
