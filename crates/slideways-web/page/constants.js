// The library's names, limits, styles and colours. A module that imports them waits until the server has answered.

import { ask } from "./api.js";

export const constants = await ask("constants");
