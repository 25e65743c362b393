// Announcements for screen readers, one sentence at a time, in the live region `#live`.

let last = "";

/** Announce a sentence; a trailing space makes a repeated one audible again. */
export function announce(sentence) {
  const region = document.getElementById("live");
  region.textContent = sentence === last ? `${sentence}\u00a0` : sentence;
  last = region.textContent;
}
