// Copies text, also on pages without a secure context: at http://192.168.1.20:8015/ there is no `navigator.clipboard`.

/** Copy a text; returns whether it is on the clipboard. Call it from a click or a key. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copy by selecting the text in a field, as pages did before `navigator.clipboard`; every browser still allows it. */
function copySelected(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  field.readOnly = true; // no keyboard rises on a phone
  // A modal dialog makes everything outside it inert.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    // Not allowed: the caller shows the text.
  }
  field.remove();
  focused?.focus?.({ preventScroll: true });
  return copied;
}
