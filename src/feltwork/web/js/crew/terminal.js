// The crew's terminal: one line to the table, and each part of the screen told what it says.

import { Felt } from "../common/felt.js";
import { later } from "../common/later.js";
import { Link } from "../common/link.js";
import { spotKey } from "../common/money.js";
import { announce, element, find, getSurely, newest, sentence, targetOf } from "../common/page.js";
import { historyItem, NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { resultWords } from "../common/rounds.js";
import { Calls } from "./calls.js";
import { showCrew } from "./crewbar.js";
import { layChips } from "./crewchips.js";
import { Desk } from "./desk.js";
import { showDice } from "./diceset.js";
import { EntryPanel } from "./entrypanel.js";
import { showFaces } from "./faces.js";
import { Guide } from "./guide.js";
import { showSeats } from "./seats.js";
import { showKeeping, showReasons, showState } from "./state.js";
import { Steps } from "./steps.js";
import { showTrouble } from "./trouble.js";

/** @import { Card, Command, CrewTold, Hello, Me, News, Selection, View } from "../common/messages.js" */

const SOON = 40;
const TAKEN_BACK = ["round-invalid", "round-reversed"];

export class CrewTerminal {
  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    /** @type {Card} */
    this.card = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    /** @type {CrewTold} */
    this.told = later(); // what the table last said the crew can do
    /** @type {Felt} */
    this.felt = later();
    /** @type {Desk} */
    this.desk = later();
    /** @type {Guide} */
    this.guide = later();
    /** @type {EntryPanel} */
    this.entry = later();
    this.steps = new Steps(this);
    this.calls = new Calls(this);
    this.newest = newest();
    this.link = new Link(me.table);
    this.link.on("hello", (hello) => this.begin(hello));
    this.link.on("back", (hello) => this.back(hello));
    this.link.on("doubt", ({ why, stopped }) =>
      stopped ? this.curtain(sentence(stopped)) : announce(sentence(why), { bad: true }),
    );
    this.link.on("lost", () => this.curtain("The line to the table is down. Nothing entered is lost; coming back…"));
    this.link.on("news", (news) => this.news(news));
  }

  /** @param {Hello} hello */
  async begin(hello) {
    const layout = ["felt", "card"].map((what) => getSurely(`/api/tables/${this.me.table}/${what}`));
    const told = await this.newest(Promise.all(layout));
    if (!told) return; // the line came back meanwhile, and has begun anew
    const [felt, card] = told;
    this.card = card;
    this.felt = new Felt(find("#felt"), felt, (area, event) => this.desk.choose(area, event));
    this.desk = new Desk(find("#desk"), this, felt.rail);
    this.guide = new Guide(find("#guide"), this);
    this.entry = new EntryPanel(find("#entry"), this, felt.order);
    find("#name").textContent = `${hello.view.name}${hello.view.practice ? " · practice" : ""}`;
    find("#rules").href = `/rules?book=${hello.view.book}`;
    find("#invalid-title").textContent = hello.view.spins ? "No spin…" : "No roll…";
    document.title = `${hello.view.table} · crew`;
    document.body.classList.remove("connecting");
    find("#primary").addEventListener("click", () => this.steps.doNext());
    find("#said-words").addEventListener(
      "keydown",
      (/** @type {any} */ event) => event.key === "Enter" && event.target.blur(),
    ); // then the space bar goes on
    find("#large").addEventListener("click", () => this.enlarge(!this.large));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("button, summary"));
      if (event.detail) button?.blur();
    }); // tapped, not reached by keys: the space bar still goes on with the round
    this.back(hello, true);
    setInterval(() => this.clock(), 250);
  }

  /**
   * @param {Hello} hello
   * @param {boolean} first
   */
  back(hello, first = false) {
    if (!this.entry) return this.begin(hello);
    find("#curtain").hidden = true;
    if (!first) announce("Back at the table.");
    const view = this.link.view;
    showCrew(find("#crew-sheet"), hello.hello.people, view.crew);
    this.guide.show(hello.guide, view.history.at(-1));
    this.show(view);
    return undefined;
  }

  /** @param {News} news */
  news({ events, view }) {
    if (!this.entry) return; // the layout is still on its way; it will be laid out as the table then stands
    for (const { kind, text, event } of events) {
      if (kind === "round-settled") announce(resultWords(event.result));
      else if (TAKEN_BACK.includes(kind)) announce(text[0], { bad: true });
      if (kind === "round-settled") this.askGuide(view);
    }
    this.show(view);
  }

  /** @param {View} view */
  async askGuide(view) {
    this.guide.show(await this.link.ask("guide"), view.history.at(-1));
  }

  /** @param {View} view */
  show(view) {
    layChips(this.felt, view, this.desk.seat);
    this.felt.freeze(view.frozen ?? []);
    if (!view.spins) this.felt.puck(view.point);
    if (view.spins) this.felt.dolly(view.uncalled ? String(view.history.at(-1)?.result) : ""); // lifted when bets are called for
    find("#history").replaceChildren(...view.history.slice(-12).reverse().map(historyItem));
    this.entry.show(view);
    this.enlarge(this.large);
    this.clock();
    this.askTold();
    if (view.status !== "open")
      this.curtain(
        view.status === "checking"
          ? "This table is being checked. Play opens when its checklist is done."
          : "This table is closed. A supervisor opens it again.",
      );
  }

  get large() {
    return document.body.classList.contains("large");
  }

  /**
   * The felt over the whole screen, to look at or to lay chips on; a result to enter, and then to pay, has its room back.
   * @param {boolean} large
   */
  enlarge(large) {
    document.body.classList.toggle("large", large && find("#entry").hidden);
    find("#large").setAttribute("aria-pressed", String(this.large));
    find("#large").disabled = !find("#entry").hidden;
  }

  // What can be done is asked once the table has come to rest, not for every event of a batch.
  askTold() {
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const told = await this.link.ask("actions");
      if (!told) return;
      this.told = told;
      this.showTold();
    }, SOON);
  }

  showTold() {
    const view = this.link.view;
    showState(this, view);
    this.calls.show();
    this.steps.show();
    showReasons(this);
    showDice(find("#dice"), this.told.dice, view, (/** @type {Command} */ command) => this.send(command));
    showFaces(find("#faces"), find("#face-ruling"), this.told.disputed, (/** @type {Command} */ command) =>
      this.send(command),
    );
    showTrouble(find("#trouble"), find("#troubles"), this.told, (/** @type {Command} */ command) => this.send(command));
    showKeeping(this);
    showSeats(this.desk, find("#seats"), view, this.told.seats);
    this.desk.show(view, this.told);
  }

  /** @param {{ wager: string, on: Selection }} wager */
  nameOf({ wager, on }) {
    return this.card[spotKey(wager, on)]?.name ?? this.card[wager]?.name ?? wager;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /input|textarea|select/i.test(targetOf(event).tagName))
      return;
    const done = () => event.preventDefault();
    if (this.entry.key(event)) done();
    else if (event.repeat) return;
    else if (
      event.key === " " &&
      !/button|summary/i.test(targetOf(event).tagName) &&
      !targetOf(event).closest?.(".area")
    ) {
      done();
      this.steps.doNext();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      this.guide.step(event.key === "ArrowRight" ? 1 : -1);
    else if (event.key === "Escape") this.desk.leave();
    else if (/^f$/i.test(event.key)) this.enlarge(!this.large);
    else if (/^n$/i.test(event.key) && !find("#invalid").hidden) {
      this.enlarge(false);
      find("#invalid").open = !find("#invalid").open;
    }
  }

  /** @param {Command} command */
  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    this.askTold();
    return Boolean(answer.ack);
  }

  /** @param {string} words */
  curtain(words) {
    find("#curtain").replaceChildren(element("p", { text: words }));
    find("#curtain").hidden = false;
  }

  clock() {
    const view = this.link.view;
    if (!view) return;
    const { words, tone } = this.link.up ? phaseWords(view, this.link.now()) : NO_LINE;
    find("#phase").textContent = words;
    find("#banner").dataset.tone = tone;
    const left = this.link.up ? secondsLeft(view, this.link.now()) : null;
    find("#countdown").textContent = left === null ? "" : String(left);
  }
}
