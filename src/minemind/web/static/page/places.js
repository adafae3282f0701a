// Where the page finds what it loads by itself. These are files of the disk, as Python has them; a site that is bundled has
// other names for them, which its bundler puts here: it understands no form but this one.

export const MODULE = new URL("../engine/minemind.wasm", import.meta.url);
export const WORKER = new URL("../engine/worker.js", import.meta.url);
export const PICTURE_WORKER = new URL("../picture/worker.js", import.meta.url);
export const PRESET_SIZES = new URL("../../../presets.json", import.meta.url);

/** By language. */
export const CATALOGUES = {
  en: new URL("../../../words/en.json", import.meta.url),
  de: new URL("../../../words/de.json", import.meta.url),
};
