// Small JSON values in localStorage. It may be full, forbidden, or hold values of an older page.

const PREFIX = "slideways.";

/** The value stored under a key, or `null`. */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

/** Store a value; `null` removes it. If storing fails, the value is lost at the next reload. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}
