// Questions and their answers, for all views: JSON in; JSON, a file, or events followed by an answer out.
//
// Two carriers bring them to and fro: the server that delivered this page, or, on a static site, a WebAssembly module
// in workers of the browser. No view knows which. A carrier takes a question, its body and an AbortSignal, and yields
// the events `{ event, data }` of the answer; the last one is `answer` or `error`. Aborting stops the search.

import { PageError } from "./errors.js";

/** An identifier of this page: a new search of one kind stops the page's last one. */
export const page = Math.random().toString(36).slice(2);

/** A static site names its module; a page without one was delivered by a server. */
const module = document.querySelector("meta[name=slideways-module]")?.content;

const carry = module
  ? (await import("./carriers/module.js")).carrier(new URL(module, document.baseURI))
  : (await import("./carriers/server.js")).carrier();

/**
 * Ask a question and return its answer: an object, or a Blob if the answer is a file. Other events call the function of
 * their name in `on`. Throws a PageError if there is no answer.
 */
export async function ask(question, body = null, { on = {}, signal } = {}) {
  for await (const { event, data } of carry(question, body, signal)) {
    if (event === "error" || (event === "answer" && data.outcome === "error")) throw new PageError(data.error ?? data);
    if (event === "answer") return data;
    on[event]?.(data);
  }
  throw new PageError({ message: "the connection ended before the answer was complete", help: "try again" });
}
