// What is said to those who listen: one sentence at a time, in the region `#live`.

let last = "";

/** Say a sentence; said twice in a row, it is said again. */
export function announce(sentence) {
  const region = document.getElementById("live");
  region.textContent = sentence === last ? `${sentence}\u00a0` : sentence;
  last = region.textContent;
}
