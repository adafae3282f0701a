// Preloads what the page's own script will request first, while that script is still loading: on a slow network this
// saves a whole round trip. The browser keeps the responses for the script's own requests.

import { languageOf, preferred } from "./words/languages.js";
import { CATALOGUES, PRESET_SIZES } from "./page/places.js";

for (const { href } of [CATALOGUES[languageOf(preferred())], PRESET_SIZES]) {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href }));
}
