// The help that a player asks for: hints with their proof, certain cells, the heatmap, single steps, autoplay, and the
// table of guesses. It answers from the board as the player sees it, never from the mines.

import { understood } from "./analysis.js";
import { ApiError, Gone, Outdated, ask, following, pause } from "./api.js";
import { Board } from "./board.js";
import { $, bringTogether, pressed, say } from "./dom.js";
import { showGuesses } from "./guesses.js";
import { capital, cellName, sentence } from "./words.js";

const DELAYS = [1500, 900, 500, 250, 100, 30, 0]; // ms between two moves of autoplay, by the speed control
const FRAME = 12; // ms of moves before the page is painted again, at full speed

export class Assist {
  // play: has the game, `act` to take a turn, and `show`.
  constructor(play) {
    this.play = play;
    this.showsCertain = this.showsHeat = false;
    this.follow = following(() => this.#analyse());
    for (const action of ["hint", "step", "guess", "auto"]) $(action).addEventListener("click", () => this[action]());
    $("show-certain").addEventListener("click", () => this.toggle("showsCertain"));
    $("show-heat").addEventListener("click", () => this.toggle("showsHeat"));
  }

  get game() {
    return this.play.game;
  }

  get busy() {
    return Boolean(this.running || this.asking);
  }

  // What it adds to the scene of a game that is being played.
  scene() {
    const { shown, analysis } = this;
    const known = this.showsCertain || this.showsHeat ? analysis : null;
    return {
      chance: this.showsHeat ? analysis?.chance : null,
      safe: known?.safe,
      certainMines: known?.mines,
      dead: known?.dead,
      fifties: known?.fifties,
      lit: shown?.lit,
      target: shown?.target,
      verdict: shown?.move?.certain ? (shown.move.action === "flag" ? "danger" : "safe") : null,
      faults: shown?.faults,
    };
  }

  chance(index) {
    return this.showsHeat || this.showsCertain ? (this.analysis?.chance[index] ?? NaN) : NaN;
  }

  // The board has changed: what was said of it is over.
  clear() {
    this.shown = null;
    $("guesses").hidden = true;
    if (this.game.state !== "playing" || this.running || !this.game.history.length) return;
    say($("play-message"), { title: "Playing", text: "Stuck? A hint shows what is certain, and why." });
  }

  stop() {
    this.running = null;
    pressed($("auto"), false);
  }

  toggle(what) {
    this[what] = !this[what];
    pressed($(what === "showsHeat" ? "show-heat" : "show-certain"), this[what]);
    this.follow();
  }

  async #analyse() {
    const { game } = this;
    const text = String(game.board);
    if (!(this.showsCertain || this.showsHeat) || game.state !== "playing") this.analysis = null;
    else if (this.analysis?.text !== text) {
      try {
        this.analysis = understood(Board.parse(text), await ask("analyse", { board: { text } }, "play-analyse"), text);
      } catch (error) {
        this.analysis = null;
        if (String(this.game.board) === text) this.complain(error, "This board has no analysis");
      }
    }
    this.play.show();
  }

  // Null if there is no answer, or if the board has changed since.
  async #ask(name, extra = {}) {
    const text = String(this.game.board);
    this.asking = true;
    try {
      const answer = await ask(name, { board: { text }, ...extra }, "play-help");
      return String(this.game.board) === text ? answer : null;
    } catch (error) {
      this.complain(error, "No answer");
      return null;
    } finally {
      this.asking = false;
    }
  }

  complain(error, title) {
    if (error instanceof Outdated) return;
    const cells = error instanceof ApiError ? error.cells : [];
    this.stop();
    this.shown = { lit: new Set(), faults: new Set(cells.map((cell) => this.game.grid.index(...cell))) };
    say($("play-message"), { title, text: sentence(error.message), mood: "bad" });
    if (error instanceof Gone) this.saidOfGone = $("play-message").said;
    this.play.show();
  }

  // What could not be answered without the server can be asked again.
  serverIsBack() {
    const message = $("play-message");
    if (message.said === this.saidOfGone) say(message, { title: "The server is back", text: "Go on." });
    this.follow();
  }

  async hint() {
    if (this.game.state !== "playing") return;
    this.stop();
    const answer = await this.#ask("hint");
    if (answer?.moves.length) this.#showMove(answer.moves[0]);
  }

  #showMove(move, more = "") {
    const { grid } = this.game;
    const lit = new Set((move.proof?.numbers ?? []).map((cell) => grid.index(...cell)));
    const title = move.certain ? `${capital(move.action)} (${move.cell.join(", ")})` : "A guess is needed";
    const count = move.proof?.uses_mine_count ? " The mine count is part of the proof." : "";
    const text = sentence(move.reason) + count + more;
    say($("play-message"), { title, text, mood: move.certain ? "good" : "" });
    this.#point({ move, target: grid.index(...move.cell), lit, said: `${title}: ${text}` });
    bringTogether(this.play.view.viewport, $("play-info"));
  }

  #point(shown) {
    this.shown = shown;
    this.play.view.reveal(shown.target);
    this.play.show();
  }

  // One certain move; where there is none, the guess is shown first, and taken by the next step.
  async step() {
    if (this.game.state !== "playing") return;
    this.stop();
    const shown = this.shown?.move;
    const move = shown && !shown.certain ? shown : (await this.#ask("hint"))?.moves[0];
    if (!move) return;
    const isNew = !move.certain && move !== shown && !this.game.needsMines;
    if (isNew) this.#showMove(move, " Step again to take it.");
    else await this.#take(move);
  }

  async #take(move) {
    const index = this.game.grid.index(...move.cell);
    const did = await this.play.act(move.action, index, { mines: move.action === "flag" ? move.mines || 1 : null });
    if (did && this.game.state === "playing") {
      say($("play-message"), {
        title: `${capital(move.action)} ${cellName(this.game.grid, index)}`,
        text: sentence(move.reason),
      });
    }
    return did;
  }

  async guess() {
    if (this.game.state !== "playing") return;
    this.stop();
    const answer = await this.#ask("guesses", { games: 100 });
    if (!answer) return;
    if (!answer.candidates.length) return this.hint();
    const point = ({ cell }) => this.#point({ target: this.game.grid.index(...cell), lit: new Set() });
    const [best] = answer.candidates;
    showGuesses($("guesses"), answer.candidates, point);
    point(best);
    say($("play-message"), {
      title: `Best guess: (${best.cell.join(", ")})`,
      text: "The table compares it with the other candidates.",
    });
  }

  async auto() {
    if (this.running) return this.stop();
    if (this.game.state !== "playing") return;
    const run = (this.running = {});
    pressed($("auto"), true);
    say($("play-message"), { title: "Autoplay" });
    try {
      while (this.running === run && this.game.state === "playing" && (await this.#round(run)));
    } finally {
      if (this.running === run) this.stop();
    }
  }

  // All that is certain now, one by one; says whether to go on.
  async #round(run) {
    let moves = (await this.#ask("hint", { all: true }))?.moves;
    if (moves?.length === 0) moves = (await this.#ask("hint"))?.moves;
    if (!moves?.length || this.running !== run) return false;
    const isGuess = !moves[0].certain && !this.game.needsMines;
    if (isGuess && $("auto-until").value === "guess") {
      this.stop();
      this.#showMove(moves[0]);
      return false;
    }
    for (const move of moves) {
      if (this.running !== run || this.game.state !== "playing") return false;
      if (await this.#take(move)) await this.#rest(DELAYS[Number($("speed").value)]);
    }
    return true;
  }

  // Between two moves. At full speed as many as a frame has time for go together.
  #rest(delay) {
    if (delay) return pause(delay);
    if (performance.now() - (this.rested ?? 0) < FRAME) return null;
    return new Promise((resolve) =>
      requestAnimationFrame((time) => {
        this.rested = time;
        resolve();
      }),
    );
  }
}
