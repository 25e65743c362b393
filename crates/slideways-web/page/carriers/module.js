// The carrier of a static site: messages to workers that run the WebAssembly module.
//
// A question goes to the first worker that is free, because that one has found the most so far. While one worker
// searches, the others answer short questions; further questions wait. A module has one thread and cannot be
// interrupted: a search that goes on after it was aborted ends with its worker, and the next question starts another.
// The module heeds its limits itself; a worker that does not answer in spite of them ends too.

import { PageError } from "../errors.js";
import { Mailbox } from "./mailbox.js";

const WORKERS = 3;
const PATIENCE = 90_000; // milliseconds for an answer; the module gives a search a minute
const GRACE = 100; // milliseconds that an aborted search has to end, so that its worker keeps what it knows

/** Asks the module at an address; `patience` is the longest time of a worker for a question. */
export function carrier(address, { patience = PATIENCE } = {}) {
  const code = compiled(address);
  const workers = [];
  let waiting = []; // functions to call when a worker is free

  /** A worker that no other question has, or null. */
  function free(module) {
    let worker = workers.find(({ busy }) => !busy);
    if (!worker && workers.length < WORKERS) {
      worker = { port: new Worker(new URL("../worker.js", import.meta.url), { type: "module" }) };
      worker.port.postMessage({ module });
      workers.push(worker);
    }
    if (worker) worker.busy = true;
    return worker;
  }

  /** Let the questions that wait try again, in the order in which they came. */
  function next() {
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
  }

  function release(worker) {
    worker.busy = false;
    next();
  }

  function end(worker) {
    worker.port.terminate();
    if (workers.includes(worker)) workers.splice(workers.indexOf(worker), 1);
    next();
  }

  return async function* carry(question, body, signal) {
    const module = await code;
    signal?.throwIfAborted();
    let worker = free(module);
    while (!worker) {
      const turn = new Promise((resolve) => {
        waiting.push(resolve);
        signal?.addEventListener("abort", resolve, { once: true });
      });
      yield { event: "progress", data: { doing: "waiting", place: waiting.length } };
      await turn;
      signal?.throwIfAborted();
      worker = free(module);
    }
    const mail = new Mailbox();
    let open = true; // until the last event
    const late = setTimeout(
      () =>
        fail({ message: "the search did not end within its limits", help: "the program on your machine may answer" }),
      patience,
    );
    const close = () => {
      open = false;
      clearTimeout(late);
    };
    const fail = (error) => {
      close();
      end(worker);
      mail.fail(new PageError(error));
    };
    worker.port.onmessage = ({ data: { event, data, media } }) => {
      if (event === "crash")
        return fail({ message: `internal error: ${data}`, help: "please report it together with the puzzle" });
      const isFile = event === "file";
      mail.put(isFile ? answer(new Blob([data], { type: media })) : { event, data: JSON.parse(data) });
      if (!isFile && event !== "answer" && event !== "error") return;
      close();
      release(worker);
    };
    worker.port.onerror = () => fail({ message: "the worker cannot be started", help: "reload the page" });
    const abort = () => {
      mail.fail(signal.reason);
      setTimeout(() => {
        if (open) end(worker);
        close();
      }, GRACE);
    };
    signal?.addEventListener("abort", abort, { once: true });
    worker.port.postMessage({ question, body: JSON.stringify(body) });
    yield* mail.messages();
  };
}

const answer = (data) => ({ event: "answer", data });

/** Compile the module. A host that sends it with the wrong media type costs a moment, not the page. */
async function compiled(address) {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const media = response.headers.get("content-type") ?? "";
    if (media.startsWith("application/wasm")) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new PageError({
      message: `the module cannot be loaded: ${error.message}`,
      help: "reload the page; it needs a browser with WebAssembly",
    });
  }
}
