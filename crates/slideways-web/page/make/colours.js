// The colours of brushes: such as people of any colour vision can tell apart, with dark letters on them.

const COLOURS = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#44bb99", "#99ddff", "#bbcc33", "#dddddd", "#c9a6dd", "#e5b57a"];

/** The colour of a brush. */
export function colour(number) {
  return COLOURS[(number - 1) % COLOURS.length];
}
