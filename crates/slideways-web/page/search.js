// Search in the library: the words asked for begin words of a text.

/** Text normalised for searching: a blank before each word, a size as one word. */
function plain(text) {
  return ` ${text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/(\d) ?[x×] ?(?=\d)/g, "$1x")
    .replace(/[^\p{L}\p{N}]+/gu, " ")}`;
}

/** The words of a search. */
export function wordsOf(text) {
  return plain(text).split(" ").filter(Boolean);
}

/** The text by which a search finds a puzzle of the library; `more` is found too. */
export function searchText({ name, title, aliases = [], size }, ...more) {
  return plain([name, title, ...aliases, size, ...more].join(" "));
}

/** Whether a text of `searchText` has all words. */
export function matches(text, words) {
  return words.every((word) => text.includes(` ${word}`));
}
