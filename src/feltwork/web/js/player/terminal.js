// The player's terminal: one line to the table, and each part of the screen told what it says.

import { stackOf } from "../common/chips.js";
import { Felt } from "../common/felt.js";
import { later } from "../common/later.js";
import { Link } from "../common/link.js";
import { money, spotKey } from "../common/money.js";
import { announce, find, getSurely, newest, sentence } from "../common/page.js";
import { shape } from "../common/svg.js";
import { showAloud, showThrower } from "./aloud.js";
import { Bets } from "./bets.js";
import { wireControls } from "./controls.js";
import { Corrections } from "./correction.js";
import { tellEvent } from "./events.js";
import { Hand } from "./hand.js";
import { hands } from "./hands.js";
import { Legality } from "./legality.js";
import { Placing } from "./placing.js";
import { Results } from "./results.js";
import { refresh } from "./sheets.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { Status } from "./status.js";
import { Tip } from "./tip.js";
import { raised } from "./units.js";
import { Wishes } from "./wishes.js";

/** @import { Area } from "../common/felt.js" */
/** @import { Card, Command, Hello, Me, News, Stake, View } from "../common/messages.js" */

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
    /** @type {number[]} */
    this.notes = []; // that the terminal takes
    this.shotSeconds = 0;
    this.wishes = new Wishes();
    this.bets = new Bets(this.seat);
    this.hand = new Hand(this);
    this.placing = new Placing(this);
    this.legality = new Legality(this);
    this.results = new Results(this);
    this.status = new Status(this);
    this.newest = newest();
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
    const layout = ["felt", "card"].map((what) => getSurely(`/api/tables/${this.me.table}/${what}`));
    const told = await this.newest(Promise.all(layout));
    if (!told) return; // the line came back meanwhile, and has begun anew
    const [felt, card] = told;
    this.card = card;
    this.order = felt.order ?? [];
    this.notes = felt.notes;
    this.shotSeconds = felt.shot_seconds;
    this.felt = new Felt(find("#felt"), felt, (area) => this.choose(area));
    this.felt.movable({
      take: (area) => this.pick(area),
      drop: (area, to) => this.placing.move(/** @type {Stake} */ (this.ownAt(area.key)), to),
    });
    this.stage = new Stage(find("#stage"), felt);
    this.tip = new Tip(find("#tip"), this.felt, (/** @type {string} */ key) => this.legality.about(key));
    const { view } = this.link;
    this.tutor = view.practice ? new (await import("./tutor.js")).Tutor(find("#tutor"), this) : null; // no live table has one
    find("#name").textContent = view.name;
    find("#place").textContent =
      `Table ${this.me.table} · seat ${this.seat}${view.practice ? " · practice, play money" : ""}`;
    document.title = `${view.name} · seat ${this.seat}`;
    document.body.dataset.book = view.book;
    this.hand.offer(felt.rail);
    wireControls(this, view);
    document.body.classList.remove("connecting");
    this.corrections = new Corrections(this, hello.view.version);
    this.results.remember(hello.recall ?? []);
    this.show(view);
    this.status.meter();
    this.corrections.show(hello.recall ?? []);
    setInterval(() => this.status.clock(), 200);
    setInterval(() => this.status.ping(), PING_MS);
  }

  /** @param {Hello} hello */
  async back(hello) {
    if (!this.felt) return this.begin(hello);
    find("#curtain").hidden = true;
    this.results.held = false;
    if (hello.view.round !== this.results.round) this.results.remember(hello.recall ?? []);
    const mine = this.own(hello.view);
    const sum = mine.reduce((total, stake) => total + stake.stake, 0);
    const lie = mine.length === 1 ? "One wager of yours lies" : `${mine.length} wagers of yours lie`;
    announce(mine.length ? `Back at the table. ${lie}, ${money(sum)} in all.` : "Back at the table.");
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
    this.results.show(view);
    hands(
      find("#hands"),
      view,
      this.seat,
      (/** @type {Command} */ command) => this.send(command),
      () => showThrower(this),
    );
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
      return stake ? this.placing.takeDown(stake) : announce("None of your chips lie there", { bad: true });
    const spot = legality.spots[area.key];
    const amount = spot?.next ?? hand.chip;
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
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    return Boolean(answer.ack);
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
