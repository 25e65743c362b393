// The queue before the server's searches.

/** The place of a search that waits, to follow a phrase: `, place 3 in the queue`. */
export function queued(place) {
  return place ? `, ${place === 1 ? "next" : `place ${place}`} in the queue` : "";
}
