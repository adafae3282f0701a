// Where the page finds the files that it loads itself. These are paths in the source tree; a bundled site has other
// names for them, which its bundler puts here: it recognises only this form of expression.

export const MODULE = new URL("../engine/minemind.wasm", import.meta.url);
export const WORKER = new URL("../engine/worker.js", import.meta.url);
export const PICTURE_WORKER = new URL("../picture/worker.js", import.meta.url);
export const PRESET_SIZES = new URL("../../../presets.json", import.meta.url);

/** By language. */
export const CATALOGUES = {
  en: new URL("../../../words/en.json", import.meta.url),
  de: new URL("../../../words/de.json", import.meta.url),
};
