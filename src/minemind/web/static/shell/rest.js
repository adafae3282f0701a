// The rest of the page: the views other than the game, the dialogs, and incoming texts and files. A first visit does
// not wait for it: it is loaded separately, once the engine is there or when something needs it.

import { Analyse } from "../analyse/analyse.js";
import { Board } from "../game/board.js";
import { messageOf } from "../game/words.js";
import { History } from "../history/history.js";
import { Statistics } from "../history/statistics.js";
import { offerDownloads, saveFile, stamp } from "../files/download.js";
import { Incoming } from "../files/incoming.js";
import { fragmentOf, moveIn, textIn } from "../files/link.js";
import { arrive, entryIn, settle } from "../page/addresses.js";
import { $, button, input, openDialog, textarea, toast } from "../page/dom.js";
import { pause } from "../page/waiting.js";
import { NewGame } from "../play/newgame.js";
import { resultOf } from "../play/sharing.js";
import { phrase } from "../words/catalogue.js";
import { started } from "./broken.js";
import { showHelp } from "./help.js";
import { showPreferences } from "./preferences.js";
import { addZoom } from "./zoom.js";

/** @typedef {import("../files/incoming.js").ViewName} ViewName */
/** @typedef {import("../history/store.js").Current} Current */

/**
 * @typedef {object} Page what is there from the start
 * @property {import("../play/play.js").Play} play
 * @property {import("../history/store.js").Store} store
 * @property {import("../play/records.js").Records} records
 * @property {(view: ViewName) => void} go to a view, so that Back leads here
 * @property {(view: ViewName) => void} show a view whose address is already the page's
 * @property {() => ViewName} view the view that is shown
 */

export class Rest {
  showHelp = showHelp;
  showPreferences = showPreferences;

  /** @param {Page} page */
  constructor(page) {
    const { play, store, records } = page;
    this.page = page;
    this.analyse = started("analyse", () => new Analyse());
    this.history = started("history", () => new History(store));
    this.statistics = started("statistics", () => new Statistics(records));
    this.newGame = new NewGame(play.modes);
    this.incoming = new Incoming({ ...page, analyse: this.analyse, history: this.history });
    this.#wire();
  }

  get views() {
    const { analyse, history, statistics } = this;
    return { analyse, history, statistics };
  }

  #wire() {
    const { analyse, history, page } = this;
    addZoom("analyse", analyse.view);
    addZoom("history", history.view);
    analyse.onAddress = () => void (page.view() === "analyse" && settle(analyse.address ?? "#analyse"));
    history.onAddress = settle;
    history.onRetry = async (game, layout) => {
      await page.play.resume(game, layout, { how: "retry" });
      page.go("play");
    };
    addEventListener("themechange", () => {
      analyse.pens.paint();
      history.refreshThumbnails();
    });
    button("load-game").addEventListener("click", () => this.toAnalyse(page.play));
    button("entry-analyse").addEventListener("click", () => this.toAnalyse(history));
    button("entry-play").addEventListener("click", () => this.#playEntry());
    button("history-export").addEventListener("click", () =>
      saveFile(`minemind_history_${stamp()}.json`, page.store.exported(), "application/json"),
    );
    button("link-copy").addEventListener("click", () => copy(input("link-text")));
    button("result-copy").addEventListener("click", () => copy(textarea("result-text")));
  }

  // ---- addresses that lead here

  /**
   * Show what an address names, unless the user has moved on meanwhile. Returns whether it names anything.
   * @param {string} address
   */
  async follow(address) {
    const entry = entryIn(address);
    if (entry) return (arrive(address), this.#followEntry(entry), true);
    const text = await textIn(address);
    if (text === null) return false;
    const isHere = () => location.hash === address;
    await this.incoming.receiveLink(text, isHere);
    const move = moveIn(address);
    if (move && isHere()) void this.history.openReview(this.history.entry, move);
    return true;
  }

  /** @param {import("../page/addresses.js").EntryAddress} entry */
  #followEntry(entry) {
    this.page.show("history");
    if (!this.history.follow(entry)) toast(phrase("review.not-here"));
  }

  // ---- from one view to another

  /** @param {{ current: () => Current | null }} source */
  async toAnalyse(source) {
    const current = source.current();
    if (!current) return;
    this.analyse.load(Board.parse(current.text));
    await pause(0); // loading and laying out are two tasks, each shorter than a frame
    this.page.go("analyse");
  }

  // Review the game that has ended.
  review() {
    const { play, store, show } = this.page;
    if (play.game.state === "playing") return;
    const current = play.current();
    const game = JSON.stringify(current.game);
    const kept = store.entries.find((each) => each.text === current.text && JSON.stringify(each.game) === game);
    const entry = kept ?? { ...current, id: null, time: new Date().toISOString() };
    show("history");
    void this.history.openReview(entry);
  }

  async #playEntry() {
    const { play, go } = this.page;
    const { game = null, layout = null } = this.history.entry ?? {};
    try {
      if (game) {
        await play.resume(game, layout);
        go("play");
      } else if (layout) this.incoming.playLayout(layout);
    } catch (error) {
      toast(phrase("message.not-playable", { why: messageOf(error) }));
    }
  }

  // ---- links and downloads

  /** @param {Current | null | undefined} current */
  async link(current) {
    if (!current) return;
    const page = `${location.origin}${location.pathname}`;
    const { modes } = this.page.play;
    const challenge = this.page.view() === "play" ? modes.link : null;
    const result = challenge && (await resultOf(modes, page));
    $("link-title").textContent = phrase(challenge ? "challenge.title" : "link.title");
    $("link-about").textContent = phrase(challenge ? "challenge.text" : "link.text");
    $("result").hidden = !result;
    textarea("result-text").value = result ?? "";
    const fragment = challenge ?? (await fragmentOf(current.link ?? current.text)) + (current.linkTo ?? "");
    input("link-text").value = page + fragment;
    openDialog("link-dialog");
    input("link-text").select();
  }

  /** @param {Current | null | undefined} current */
  download(current) {
    if (current) offerDownloads(current);
  }
}

/** @param {HTMLInputElement | HTMLTextAreaElement} from */
async function copy(from) {
  from.select();
  try {
    await navigator.clipboard.writeText(from.value);
    toast(phrase("link.copied"));
  } catch {
    toast(phrase("link.copy-yourself"));
  }
}
