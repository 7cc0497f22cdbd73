// The crew's terminal: one line to the table, and each part of the screen told what it says.

import { Felt } from "../common/felt.js";
import { later } from "../common/later.js";
import { Link } from "../common/link.js";
import { spotKey } from "../common/money.js";
import { nameParts } from "../common/names.js";
import { announce, element, find, getSurely, newest, sentence, targetOf } from "../common/page.js";
import { showPages, small } from "../common/pages.js";
import { inLog, knowPeople } from "../common/people.js";
import { historyItem, NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { forgive, refuse } from "../common/refused.js";
import { calledOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { zone } from "../common/zones.js";
import { Calls } from "./calls.js";
import { Corrected } from "./corrected.js";
import { showCrew } from "./crewbar.js";
import { layChips } from "./crewchips.js";
import { Desk } from "./desk.js";
import { showDice } from "./diceset.js";
import { EntryPanel } from "./entrypanel.js";
import { showFaces } from "./faces.js";
import { showFollowed } from "./followed.js";
import { Guide } from "./guide.js";
import { showSeats } from "./seats.js";
import { showSensed } from "./sensed.js";
import { showKeeping, showReasons, showState } from "./state.js";
import { Steps } from "./steps.js";
import { showTrouble } from "./trouble.js";
import { showViews } from "./views.js";
import { fitWords } from "./words.js";

/** @import { Card, Command, CrewTold, FeltAnswer, Hello, Me, News, Selection, View } from "../common/messages.js" */

const SOON = 40;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const CORRECTED = ["round-reversed", "round-adjusted", "correction-acknowledged"];

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
    /** @type {number | undefined} */
    this.laying = undefined; // chips are laid with the next picture
    this.steps = new Steps(this);
    this.calls = new Calls(this);
    this.corrected = new Corrected(find("#corrected"), this);
    this.newest = newest();
    this.link = new Link(me.table);
    this.link.on("hello", (hello) => this.begin(hello));
    this.link.on("back", (hello) => this.back(hello));
    this.link.on("doubt", ({ why, stopped }) =>
      stopped ? this.curtain(sentence(stopped)) : announce(sentence(why), { bad: true }),
    );
    this.link.on("lost", () => this.curtain(text("crew.connection-lost")));
    this.link.on("news", (news) => this.news(news));
  }

  /** @param {Hello} hello */
  async begin(hello) {
    const rows = getSurely(`/api/tables/${this.me.table}/card`);
    const told = await this.newest(Promise.all([this.feltAnswer(), rows]));
    if (!told) return; // the line came back meanwhile, and has begun anew
    const [felt, card] = told;
    this.card = card;
    showViews(() => this.layChips());
    new ResizeObserver(() => this.layChips()).observe(find("#felt"));
    this.compose(felt);
    small.addEventListener("change", async () => {
      this.compose(await this.feltAnswer());
      this.show(this.link.view);
    });
    this.desk = new Desk(find("#desk"), this, felt.rail);
    this.guide = new Guide(find("#guide"), this);
    this.entry = new EntryPanel(find("#entry"), this, felt.order);
    const { title, adds } = nameParts(hello.view.name);
    const name = [title, adds].filter(Boolean).join(" · ");
    find("#name").textContent = hello.view.practice ? text("crew.practice", { name }) : name;
    find("#rules").href = `/rules?book=${hello.view.book}`;
    find("#invalid-title").textContent = text(hello.view.spins ? "crew.no-spin" : "crew.no-roll");
    document.title = text("crew.page-title", { table: hello.view.table });
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
    this.zones();
    this.back(hello, true);
    setInterval(() => this.clock(), 250);
  }

  /** The felt as this screen shows it: wide, or composed anew for a phone. */
  feltAnswer() {
    return getSurely(`/api/tables/${this.me.table}/felt${small.matches ? "?shape=upright" : ""}`);
  }

  /** @param {FeltAnswer} felt */
  compose(felt) {
    this.felt = new Felt(find("#felt"), felt, (area, event) => this.desk.choose(area, event));
    showPages(this.felt, find("#table"));
    zone(find("#felt"), ".area", { changes: false });
  }

  /**
   * @param {Hello} hello
   * @param {boolean} first
   */
  back(hello, first = false) {
    if (!this.entry) return this.begin(hello);
    find("#curtain").hidden = true;
    if (!first) announce(text("crew.back-at-table"));
    const view = this.link.view;
    showCrew(find("#crew-sheet"), hello.hello.people, view.crew);
    this.guide.show(hello.guide, view.history);
    this.corrected.ask();
    this.show(view);
    return undefined;
  }

  /** @param {News} news */
  news({ events, view }) {
    if (!this.entry) return; // the layout is still on its way; it will be laid out as the table then stands
    for (const { kind, event } of events) if (kind === "round-invalid") announce(calledOf(event));
    const told = new Set(events.map(({ kind }) => kind));
    if (["round-settled", "round-invalid", "round-adjusted"].some((kind) => told.has(kind))) this.askGuide(view);
    if (CORRECTED.some((kind) => told.has(kind))) this.corrected.ask();
    this.show(view);
  }

  /** @param {View} view */
  async askGuide(view) {
    this.guide.show(await this.link.ask("guide"), view.history);
    this.layChips();
  }

  /** @param {View} view */
  show(view) {
    this.guide.follow(view);
    knowPeople(this.link, view.seats).then((more) => {
      if (!more) return;
      this.show(this.link.view);
      this.guide.draw();
    });
    this.layChips();
    this.felt.freeze(view.frozen ?? []);
    this.felt.printLucky(view, this.card);
    if (!view.spins) this.felt.puck(view.point);
    if (view.spins) this.felt.dolly(view.uncalled ? String(view.history.at(-1)?.result) : ""); // lifted when bets are called for
    find("#history").replaceChildren(...view.history.slice(-12).reverse().map(historyItem));
    this.entry.show(view);
    if (this.electronic) showSensed(find("#sensed"), view.history.at(-1));
    document.body.classList.toggle("electronic", this.electronic);
    this.enlarge(this.large);
    this.clock();
    this.askTold();
    if (view.status !== "open")
      this.curtain(view.status === "checking" ? text("crew.being-checked") : text("crew.closed"));
  }

  zones() {
    for (const id of ["#seats", "#steps", "#dice", "#reasons", "#entry", "#calls"]) zone(find(id), "button");
    zone(find("#guide"), "button");
    zone(find("#views"), "button");
    zone(find("#pages"), "button");
  }

  /** The chips as they lie, once for each picture however much has happened since the last. */
  layChips() {
    this.laying ??= requestAnimationFrame(() => {
      this.laying = undefined;
      this.layNow();
    });
  }

  layNow() {
    fitWords(this.felt);
    layChips(this.felt, this.link.view, this.desk.seat, this.guide.lying());
  }

  /** Does the table settle by itself, so that nobody takes or pays? */
  get electronic() {
    return this.entry.electronic(this.link.view);
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
      for (const { command } of told.steps ?? [])
        if (command.asked) command.asked = inLog(command.asked, this.link.view.seats);
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
    showFollowed(find("#followed"), view, this.told.terminals);
    showDice(find("#dice"), this.told.dice, view, (/** @type {Command} */ command) => this.answer(command));
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
    const typing = /input|textarea|select/i.test(targetOf(event).tagName);
    if (typing && event.key === "Escape" && !this.corrected.open) return this.desk.leave(); // out of the field, and of the seat
    if (this.corrected.open || event.ctrlKey || event.metaKey || event.altKey || typing) return undefined;
    const done = () => event.preventDefault();
    if (this.entry.key(event)) done();
    else if (event.repeat) return undefined;
    else if (
      event.key === " " &&
      !/button|summary/i.test(targetOf(event).tagName) &&
      !targetOf(event).closest?.(".area")
    ) {
      done();
      this.steps.doNext();
    } else if (STEPS[event.key] && !targetOf(event).closest?.(".area, [role=group], [role=tablist]"))
      this.guide.step(STEPS[event.key]);
    else if (event.key === "Enter" && !targetOf(event).closest?.(".area, button, summary, a") && this.guide.paid())
      done();
    else if (/^g$/i.test(event.key)) this.guide.turn();
    else if (event.key === "Escape") this.desk.leave();
    else if (/^f$/i.test(event.key)) this.enlarge(!this.large);
    else if (/^n$/i.test(event.key) && !find("#invalid").hidden) {
      this.enlarge(false);
      find("#invalid").open = !find("#invalid").open;
      if (find("#invalid").open) find("#reasons .calls-it")?.focus();
    }
    return undefined;
  }

  /** @param {Command} command */
  async answer(command) {
    const answer = await this.link.do(command);
    this.askTold();
    return answer;
  }

  /**
   * Send a command; a refusal is told at the control that caused it, and goes with the next thing that is done.
   * @param {Command} command
   * @param {Element | null} [at]
   */
  async send(command, at) {
    const was = at?.getBoundingClientRect();
    const answer = await this.answer(command);
    if (answer.ack) forgive();
    else refuse(answer.why, { clause: answer.clause, at, was });
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
