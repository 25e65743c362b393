// The library's own values: names, limits, styles and colours. Whatever imports them waits until they are there.

import { ask } from "./api.js";

export const constants = await ask("/api/constants");
