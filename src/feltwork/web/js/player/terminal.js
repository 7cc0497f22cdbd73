// The player's terminal: one line to the table, and each part of the screen told what it says.

import { stackOf } from "../common/chips.js";
import { Felt } from "../common/felt.js";
import { later } from "../common/later.js";
import { Link } from "../common/link.js";
import { money, spotKey } from "../common/money.js";
import { nameParts } from "../common/names.js";
import { announce, find, getSurely, newest, sentence } from "../common/page.js";
import { small } from "../common/pages.js";
import { takesBets } from "../common/phase.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";
import { worded } from "../common/wording.js";
import { showAloud, showThrower } from "./aloud.js";
import { Bets } from "./bets.js";
import { hush, sayCall } from "./call.js";
import { wireControls } from "./controls.js";
import { Corrections } from "./correction.js";
import { tellEvent } from "./events.js";
import { Hand } from "./hand.js";
import { DiceSlot } from "./hands.js";
import { Legality } from "./legality.js";
import { Placing } from "./placing.js";
import { Refusals } from "./refusals.js";
import { Results } from "./results.js";
import { rove } from "./roving.js";
import { refresh } from "./sheets.js";
import { keepWhole, showParts } from "./sight.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { Tip } from "./tip.js";
import { raised } from "./units.js";
import { Wishes } from "./wishes.js";

/** @import { Area } from "../common/felt.js" */
/** @import { Card, Command, FeltAnswer, Hello, Me, News, Stake, View } from "../common/messages.js" */

const PING_MS = 5000;
const CORRECTIONS = ["round-reversed", "round-adjusted"];

export class Terminal {
  /** @param {Me} me */
  constructor(me) {
    this.me = me;
    this.seat = me.seat;
    this.link = new Link(me.table);
    /** @type {Card} */
    this.card = {};
    /** @type {(number | string)[]} */
    this.order = [];
    /** @type {{ name: string, parts: { wager: string, on: any, times: number }[], not_point: boolean }[]} */
    this.shortcuts = []; // groups of wagers that the book offers by one button
    /** @type {number[]} */
    this.notes = []; // that the terminal takes
    this.shotSeconds = 0;
    this.offerSeconds = 0; // how long the house waits for an answer to an offer of the dice; 0 where a person deals
    this.wishes = new Wishes();
    this.bets = new Bets(this.seat);
    this.hand = new Hand(this);
    this.placing = new Placing(this);
    this.legality = new Legality(this);
    this.results = new Results(this);
    this.status = new Status(this);
    this.refusals = new Refusals(find("#refusal"));
    this.slot = new DiceSlot(find("#hands"), this.seat, {
      send: (command) => this.send(command),
      letThrow: () => showThrower(this),
    });
    this.newest = newest();
    this.stands = "";
    this.open = false; // may chips be put down?
    /** @type {Felt} */
    this.felt = later();
    /** @type {Stage} */
    this.stage = later();
    /** @type {Tip} */
    this.tip = later();
    /** @type {Corrections} */
    this.corrections = later();
    /** @type {import("./tutor.js").Tutor | null} */
    this.tutor = null;
    this.link.on("hello", (hello) => this.begin(hello));
    this.link.on("back", (hello) => this.back(hello));
    this.link.on("lost", () => this.status.lost());
    this.link.on("doubt", ({ why, stopped }) =>
      stopped ? this.status.stopped(sentence(stopped)) : announce(sentence(why), { bad: true }),
    );
    this.link.on("news", (news) => this.felt && this.news(news));
    this.link.on("mine", () => this.status.meter());
  }

  /** @param {Hello} hello */
  async begin(hello) {
    const told = await this.newest(Promise.all([this.feltAnswer(), getSurely(`/api/tables/${this.me.table}/card`)]));
    if (!told) return; // the line came back meanwhile, and has begun anew
    const [felt, card] = told;
    this.card = card;
    this.order = felt.order ?? [];
    this.shortcuts = felt.shortcuts;
    this.notes = felt.notes;
    this.shotSeconds = felt.shot_seconds;
    this.offerSeconds = felt.offer_seconds;
    this.compose(felt);
    rove(find("#felt"), ".area", { at: (node) => this.felt.onScreen(node), passes: ".edge" });
    this.stage = new Stage(find("#stage"), felt);
    small.addEventListener("change", async () => {
      const other = await this.newest(this.feltAnswer());
      if (!other) return;
      this.compose(other);
      this.show(this.link.view);
    });
    const { view } = this.link;
    this.tutor = view.practice ? new (await import("./tutor.js")).Tutor(find("#tutor"), this) : null; // no live table has one
    const { title, adds } = nameParts(view.name);
    find("#name").textContent = title;
    const place = text(view.practice ? "player.place-practice" : "player.place", {
      table: this.me.table,
      seat: this.seat,
    });
    find("#place").textContent = adds ? `${adds} · ${place}` : place;
    document.title = text("player.page-title", { name: view.name, seat: this.seat });
    document.body.classList.toggle("spins", view.spins);
    document.body.dataset.book = view.book;
    this.hand.offer(felt.rail);
    wireControls(this, view);
    document.body.classList.remove("connecting");
    this.corrections = new Corrections(this, hello.view.version);
    this.results.remember(hello.recall ?? []);
    const last = view.history.at(-1);
    if (last) sayCall(last.result, card);
    this.show(view);
    this.status.meter();
    this.corrections.show(hello.recall ?? []);
    setInterval(() => this.status.clock(), 200);
    setInterval(() => this.status.ping(), PING_MS);
  }

  /** The felt as this screen shows it: wide, or composed anew for a phone. */
  feltAnswer() {
    return getSurely(`/api/tables/${this.me.table}/felt${small.matches ? "?shape=upright" : ""}`);
  }

  /** @param {FeltAnswer} felt */
  compose(felt) {
    this.felt = new Felt(find("#felt"), felt, (area) => this.choose(area));
    this.felt.movable({
      take: (area) => this.pick(area),
      drop: (area, to) => this.placing.move(/** @type {Stake} */ (this.ownAt(area.key)), to),
    });
    this.tip = new Tip(
      find("#tip"),
      this.felt,
      (/** @type {string} */ key) => this.legality.about(key),
      (key) => this.refusals.gives(key),
    );
    showParts(this.felt);
    if (this.tutor) this.tutor.pointed = ""; // its spot lies elsewhere now
  }

  /** @param {Hello} hello */
  async back(hello) {
    if (!this.felt) return this.begin(hello);
    find("#curtain").hidden = true;
    this.refusals.clear();
    this.results.held = false;
    if (hello.view.round !== this.results.round) this.results.remember(hello.recall ?? []);
    const mine = this.own(hello.view);
    const sum = money(mine.reduce((total, stake) => total + stake.stake, 0));
    announce(text(mine.length ? "player.back-with" : "player.back-at-table", { count: mine.length, sum }));
    this.corrections.show(hello.recall ?? []);
    this.show(hello.view);
    this.status.meter();
    return undefined;
  }

  /** @param {News} news */
  async news({ events, view }) {
    for (const told of events) {
      if (told.event.seat === this.seat) this.results.release(); // whoever bets on has seen enough
      tellEvent(this, told);
    }
    this.show(view);
    if (events.some(({ kind }) => CORRECTIONS.includes(kind)))
      this.corrections.show((await this.link.ask("recall")) ?? []);
  }

  /** @param {View} view */
  show(view) {
    const stands = [view.round, view.phase, view.closed, view.uncalled, view.status].join(" ");
    if (stands !== this.stands) this.refusals.clear(); // what was refused was refused under other circumstances
    this.stands = stands;
    const open = takesBets(view);
    if (this.open && !open) this.tip.hide(); // eyes go to the dice or the ball
    this.open = open;
    if (this.stage.begins(view) || (view.closed && view.phase === "betting")) hush(); // the last call is not this round's
    this.results.show(view);
    this.stage.wait(view)?.then(() => this.results.called());
    this.slot.show(view);
    this.tutor?.show();
    refresh();
    this.status.clock();
    this.status.curtainFor(view);
    this.legality.ask();
  }

  /**
   * The wagers of this seat.
   * @param {View} view
   * @returns {Stake[]}
   */
  own(view = this.link.view) {
    return view.stakes.filter((stake) => stake.seat === this.seat);
  }

  /** @param {string} key */
  ownAt(key) {
    return this.own().find((stake) => spotKey(stake.wager, stake.on) === key);
  }

  /**
   * A tap or a drop: put the chip down, or take down.
   * @param {Area} area
   */
  async choose(area) {
    const { hand, legality } = this;
    if (legality.asked !== hand.chip) await legality.learn(); // another chip was taken up just now
    const stake = this.ownAt(area.key);
    if (hand.aloud) return showAloud(this, area);
    if (hand.lifting)
      return stake ? this.placing.takeDown(stake) : this.refuse({ why: text("player.no-chips-there") }, area.key);
    const spot = legality.spots[area.key];
    const amount = spot?.next ?? hand.chip;
    if (this.felt) keepWhole(this.felt, area.key);
    return this.placing.place(
      [{ wager: area.wager, on: area.on, amount }],
      amount > hand.chip ? raised(this.card[area.key], spot.limit, this.link.view.chip, amount) : "",
    );
  }

  /**
   * What of one's own lies there and can be dragged elsewhere, as a picture.
   * @param {Area} area
   */
  pick(area) {
    const stake = this.ownAt(area.key);
    if (!stake || stake.tokens || stake.checks) return null;
    return shape(
      "svg",
      { viewBox: "0 0 42 42" },
      shape("use", { href: `#chip-${stackOf(stake.stake)[0]}`, width: 42, height: 42 }),
    );
  }

  /** @param {Command} command */
  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) this.refuse(answer);
    return Boolean(answer.ack);
  }

  /**
   * Says why not, at the spot or at the control, or in the sheet that lies over them.
   * @param {{ why?: string, clause?: string }} answer
   * @param {string} [key] of the spot
   */
  refuse({ why = "", clause }, key = "") {
    if (document.querySelector("dialog[open]")) return announce(sentence(worded(why)), { clause, bad: true });
    const spot = this.felt?.chipBox(key);
    return this.refusals.show(why, clause, spot ?? this.refusals.control(), spot ? key : "");
  }

  /** @param {string} name */
  sound(name) {
    play(name, this.wishes.now.sound);
  }

  /** @param {string} name */
  wish(name) {
    const now = this.wishes.toggle(name);
    this.tutor?.show();
    this.sound("chip");
    return now;
  }
}
