// A view that could not be started, as when what it finds in the store breaks it: it says so, and the others go on.

import { $, make } from "./dom.js";

export function started(name, start) {
  try {
    return start();
  } catch (error) {
    console.error(error);
    $(name).prepend(make("p", { className: "gone", text: `This view could not be started: ${error.message}` }));
    return new Broken();
  }
}

const nothing = () => {};

class Broken {
  busy = false;
  view = { zoom: nothing, fit: nothing, layOut: nothing, redraw: nothing, walk: () => false };
  enter() {}
  key() {}
  paintPens() {}
  refreshThumbnails() {}

  current() {
    return null;
  }
}
