// The carrier of a page that a server delivered: requests by HTTP. Aborting closes the connection, which stops the
// search on the server.

import { PageError } from "../errors.js";
import { events } from "./event-stream.js";

/** Asks the server that delivered this page. */
export function carrier() {
  return async function* carry(question, body, signal) {
    const response = await send(`api/${question}`, body, signal);
    const media = response.headers.get("content-type") ?? "";
    if (media.startsWith("text/event-stream")) yield* events(response.body);
    else if (media.startsWith("application/json")) yield { event: "answer", data: await response.json() };
    else yield { event: "answer", data: await response.blob() };
  };
}

/** Send a request: POST with a body, GET without. */
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
