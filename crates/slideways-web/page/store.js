// What is kept across a reload: small JSON values in localStorage, which may be full, forbidden, or from an older page.

const PREFIX = "slideways.";

/** The value kept under a key, or `null`. */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

/** Keep a value; what cannot be kept is forgotten at the next reload, and nothing worse. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or forbidden.
  }
}
