// A worker of the browser that answers questions with the WebAssembly module. Only a static site has the module.
//
// The first message brings its compiled code, the others a question each. Every event goes back as a message; the last
// one of a question is `answer`, `error`, `file` or `crash`.

import { initSync, Module } from "./module/slideways.js";
import { tableShelf } from "./tables.js";

const shelf = tableShelf();
let library = null;

// The module calls these while it searches.
globalThis.readTable = (name) => shelf.read(name);
globalThis.writeTable = (name, bytes) => shelf.write(name, bytes);

function tell(event, data, media) {
  postMessage({ event, data, media }, event === "file" ? [data.buffer] : []);
}

addEventListener("message", async ({ data: { module, question, body } }) => {
  try {
    if (module) {
      initSync({ module });
      library = new Module();
    } else {
      await shelf.refresh();
      library.ask(question, body, tell);
    }
  } catch (error) {
    // A module that has panicked or run out of memory cannot go on.
    tell("crash", error instanceof WebAssembly.RuntimeError ? "the search panicked" : String(error));
  }
});
