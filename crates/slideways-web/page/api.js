// Requests to the server: JSON in, JSON or a stream of events out.
//
// Every request takes an AbortSignal; aborting closes the connection, which stops the search on the server.

import { PageError } from "./errors.js";

/** An identifier of this page: a new search of one kind stops the page's last one. */
export const page = Math.random().toString(36).slice(2);

async function send(path, body, signal) {
  const options = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal }
    : { signal };
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new PageError({ message: "the server does not answer", help: "is `slideways serve` still running?" });
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new PageError(
      answer?.error ?? { message: `the server answered with status ${response.status}` },
      response.status,
    );
  }
  return response;
}

/** Request JSON: POST with a body, GET without. */
export async function ask(path, body, { signal } = {}) {
  const answer = await (await send(path, body, signal)).json();
  if (answer.outcome === "error") throw new PageError(answer.error);
  return answer;
}

/** Request a file. */
export async function file(path, body, { signal } = {}) {
  return (await send(path, body, signal)).blob();
}

/**
 * Request a stream and return its `answer`. Other events call the function of their name in `on`. Throws a PageError
 * for an event `error`, and if the stream ends early.
 */
export async function stream(path, body, on = {}, { signal } = {}) {
  const response = await send(path, body, signal);
  for await (const { event, data } of events(response.body)) {
    if (event === "answer") return data;
    if (event === "error") throw new PageError(data.error ?? data);
    on[event]?.(data);
  }
  throw new PageError({
    message: "the connection ended before the answer was complete",
    help: "try again; is `slideways serve` still running?",
  });
}

/** The events of a body of type `text/event-stream`, with their data read as JSON. */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop();
      for (const block of blocks) {
        let event = "message";
        const data = [];
        for (const line of block.split(/\r?\n/)) {
          if (line.startsWith("event:")) event = line.slice(6).trim();
          else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
        }
        if (data.length) yield { event, data: JSON.parse(data.join("\n")) };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
