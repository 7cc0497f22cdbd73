// The player's terminal: the felt, the chips in hand, and one line to the table.

import { showAloud, showThrower } from "../common/aloud.js";
import { stackOf } from "../common/chips.js";
import { draggable } from "../common/drag.js";
import { Felt } from "../common/felt.js";
import { DOWN, Link } from "../common/link.js";
import { money, short, spotKey } from "../common/money.js";
import { notices, showNotices } from "../common/notices.js";
import {
  announce,
  element,
  find,
  findAll,
  getSurely,
  later,
  newest,
  sentence,
  settle,
  targetOf,
} from "../common/page.js";
import { historyItem, NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { calledOf, resultWords } from "../common/rounds.js";
import { refresh } from "../common/sheets.js";
import { shape } from "../common/svg.js";
import { identify } from "../common/unsettled.js";
import { Bets } from "./bets.js";
import { Corrections } from "./correction.js";
import { hands, tick } from "./hands.js";
import { showCard, showNext, showRecall } from "./looking.js";
import { showMore } from "./more.js";
import { Placing } from "./placing.js";
import { cardField, settled, showPurse } from "./purse.js";
import { showShortcuts } from "./sections.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { showSwitches } from "./switches.js";
import { Tip } from "./tip.js";
import { raised } from "./units.js";
import { Wishes } from "./wishes.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
const LIT_MS = 4000;
const PING_MS = 5000;
const SLOW_MS = 400;

class Terminal {
  constructor(me) {
    this.me = me;
    this.seat = me.seat;
    this.chip = 500;
    this.lifting = false;
    this.aloud = false; // the next tap says where a wager that is called aloud goes
    this.instrument = "chips";
    this.spots = {};
    this.removable = {};
    /** @type {Felt} */
    this.felt = later();
    /** @type {Stage} */
    this.stage = later();
    /** @type {Tip} */
    this.tip = later();
    /** @type {Corrections} */
    this.corrections = later();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.unlit = undefined;
    this.told = { spots: {}, removable: {} }; // as the felt shows it
    this.asked = 0; // the chip for which legality was asked last
    this.card = {};
    this.order = [];
    this.wishes = new Wishes();
    this.bets = new Bets(this.seat);
    this.placing = new Placing(this);
    this.newest = newest();
    this.link = new Link(me.table);
    this.link.on("hello", (hello) => this.begin(hello));
    this.link.on("back", (hello) => this.back(hello));
    this.link.on("lost", () =>
      this.curtain("The line to the table is down.", {
        more: "Your wagers are kept. This screen comes back by itself.",
      }),
    );
    this.link.on("doubt", ({ why, stopped }) =>
      stopped
        ? this.curtain(sentence(stopped), {
            more: "Your chips are safe where they lie. This screen comes back by itself.",
          })
        : announce(sentence(why), { bad: true }),
    );
    this.link.on("news", (news) => this.felt && this.news(news));
    this.link.on("mine", () => this.meter());
  }

  async begin(hello) {
    const layout = ["felt", "card"].map((what) => getSurely(`/api/tables/${this.me.table}/${what}`));
    const told = await this.newest(Promise.all(layout));
    if (!told) return; // the line came back meanwhile, and has begun anew
    const [felt, card] = told;
    this.card = card;
    this.order = felt.order ?? [];
    this.felt = new Felt(find("#felt"), felt, (area) => this.choose(area));
    this.felt.movable({
      take: (area) => this.pick(area),
      drop: (area, to) => this.placing.move(this.ownAt(area.key), to),
    });
    this.stage = new Stage(find("#stage"), felt);
    this.tip = new Tip(find("#tip"), this.felt, (key) => this.about(key));
    this.tutor = this.link.view.practice ? new (await import("./tutor.js")).Tutor(find("#tutor"), this) : null; // no live table has one
    const { view } = this.link;
    find("#name").textContent = view.name;
    find("#place").textContent =
      `Table ${this.me.table} · seat ${this.seat}${view.practice ? " · practice, play money" : ""}`;
    document.title = `${view.name} · seat ${this.seat}`;
    document.body.dataset.book = view.book;
    this.buttons(view);
    document.body.classList.remove("connecting");
    this.corrections = new Corrections(this, hello.view.version);
    this.remember(hello);
    this.show(view);
    this.meter();
    this.corrections.show(hello.recall ?? []);
    setInterval(() => this.clock(), 200);
    setInterval(() => this.ping(), PING_MS);
  }

  async back(hello) {
    if (!this.felt) return this.begin(hello);
    find("#curtain").hidden = true;
    this.held = false;
    if (hello.view.round !== this.round) this.remember(hello);
    const mine = this.own(hello.view);
    const sum = mine.reduce((total, stake) => total + stake.stake, 0);
    const lie = mine.length === 1 ? "One wager of yours lies" : `${mine.length} wagers of yours lie`;
    announce(mine.length ? `Back at the table. ${lie}, ${money(sum)} in all.` : "Back at the table.");
    this.corrections.show(hello.recall ?? []);
    this.show(hello.view);
    this.meter();
    return undefined;
  }

  // What the last round did, for a screen that did not see it.
  remember({ recall = [] }) {
    const lines = recall.find((round) => round.lines.length && !round.reversed)?.lines ?? [];
    this.bets.resulted(this.decided(lines.map(({ wager, on, stake }) => [this.seat, wager, on, "", stake])));
    find("#won").textContent = money(lines.reduce((total, line) => total + line.winnings, 0));
  }

  own(view = this.link.view) {
    return view.stakes.filter((stake) => stake.seat === this.seat);
  }

  ownAt(key) {
    return this.own().find((stake) => spotKey(stake.wager, stake.on) === key);
  }

  async news({ events, view }) {
    for (const told of events) {
      if (told.event.seat === this.seat) this.release(); // whoever bets on has seen enough
      this.happen(told);
    }
    this.show(view);
    if (events.some(({ kind }) => kind === "round-reversed" || kind === "round-adjusted"))
      this.corrections.show((await this.link.ask("recall")) ?? []);
  }

  happen({ kind, event, text, lit, by }) {
    const own = event.seat === this.seat;
    if (kind === "round-settled") this.settled(event, lit ?? []);
    else if (kind === "round-invalid") this.invalid(event);
    else if (kind === "bets-closed" || kind === "no-more-bets") this.sound("close");
    else if (kind === "dice-offered" && own) announce("The dice are offered to you");
    else if (kind === "wager-refused" && own)
      announce(`A supervisor took a wager down: ${event.reason}`, { clause: event.clause, bad: true });
    else if (kind === "personal-limit-set" && own)
      announce(
        event.limit ? "A supervisor set limits of your own for you" : "The limits on the sign count for you again",
        { clause: event.clause },
      );
    else if (kind === "card-out" && own && by === "cage")
      announce("Your player card is no longer valid: please see the cage", { bad: true });
    else if (
      kind === "colour-asked" &&
      (this.link.view.colours?.taken[this.seat]?.[0] ?? []).includes(event.colour) &&
      !own
    )
      announce(`Seat ${event.seat} would like your ${event.colour} too: it is for you to say`);
    else if (kind === "call-declined" && own)
      announce(`Your call was declined: ${event.reason}`, { clause: event.clause, bad: true });
    else if (kind === "concern-answered" && own) announce(`The supervisor answers: ${event.words}`);
    else if (kind === "limits-announced" || kind === "closure-announced")
      announce(`Notice: ${notices(this.link.view, null, this.card, this.link.now())[0]?.text ?? text?.[0]}`, {
        clause: event.clause,
      });
    else if (kind === "limits-withdrawn" || kind === "closure-withdrawn")
      announce(
        kind === "closure-withdrawn"
          ? "The table stays open: the notice of closing is down"
          : "The notice of new limits is down",
      );
  }

  settled(event, lit) {
    const { result } = event;
    const own = event.lines.filter((line) => line[0] === this.seat);
    const won = own.reduce((total, line) => total + line[5], 0);
    this.bets.resulted(this.decided(own));
    const paid = new Set(event.lines.filter((line) => line[3] === "win").map((line) => spotKey(line[1], line[2])));
    const shining = lit.filter((key) => paid.has(key) || !this.felt.small.has(key)); // of the places on lines only those with chips
    const drawn = this.link.view.source !== "dealer" && Array.isArray(result);
    this.held = true;
    this.landing = this.stage.show(result, drawn).then(() => this.landed(event, own, won, shining));
  }

  // The dice or the ball lie still: light, amounts and words.
  landed({ result, warned }, own, won, lit) {
    this.landing = null;
    this.release();
    this.felt.light(lit);
    for (const [, wager, on, outcome, stake, winnings] of own) {
      if (winnings) this.felt.rise(wager, on, `+${short(winnings)}`, "win");
      else if (outcome === "lose") this.felt.rise(wager, on, `−${short(stake)}`, "lose");
      else if (outcome === "draw" || outcome === "void" || outcome === "returned")
        this.felt.rise(wager, on, "back", "push");
    }
    if (own.length) find("#won").textContent = money(won);
    clearTimeout(this.unlit);
    this.unlit = setTimeout(() => {
      this.unlit = undefined;
      this.felt.light([]);
      this.lucky(this.link.view);
      if (!this.landing) this.results(this.link.view);
    }, LIT_MS);
    this.results(this.link.view);
    if (warned?.includes(this.seat))
      announce("A wager of yours was under the minimum; the next such goes back", { bad: true });
    this.sound(won ? "win" : "result");
    announce(won ? `${resultWords(result)}. You win ${money(won)}.` : `${resultWords(result)}.`);
  }

  // Chips and credit are held while dice and ball still move, so that they tell nothing beforehand.
  release() {
    if (!this.held) return;
    this.held = false;
    this.felt.laid.fade();
    this.lay(this.link.view);
    this.showLegal();
    this.meter();
  }

  invalid(event) {
    announce(`${calledOf(event)}. Nothing was decided`, { clause: event.clause, bad: true });
    this.bets.resulted(this.decided((event.lines ?? []).filter((line) => line[0] === this.seat)));
  }

  // Lines of a settlement as what was put up; a wager that had travelled to a number is put up where it began.
  decided(lines) {
    return lines.map(([, wager, on, , stake]) => ({
      wager,
      on: this.felt.areas.has(spotKey(wager, on)) ? on : null,
      amount: stake,
    }));
  }

  show(view) {
    this.round = view.round;
    this.felt.laid.colour = view.colours?.taken[this.seat]?.[0][0] ?? "";
    if (!this.held) this.lay(view);
    if (!this.landing) this.results(view);
    if (view.lucky || !(this.held || (this.unlit && view.uncalled))) this.lucky(view); // the numbers of a round stay in sight with its result
    hands(
      find("#hands"),
      view,
      this.seat,
      (command) => this.send(command),
      () => showThrower(this),
    );
    this.tutor?.show();
    refresh();
    this.clock();
    this.curtainFor(view);
    this.askLegal();
  }

  lay(view) {
    this.felt.laid.stakes(view.stakes, this.seat);
    this.felt.freeze(view.frozen ?? []);
  }

  results(view) {
    const last = view.history.at(-1);
    if (view.spins)
      this.felt.dolly(last && (view.uncalled || this.unlit) ? String(last.result) : ""); // lifted when bets are called for
    else this.felt.puck(view.point);
    find("#history").replaceChildren(...view.history.slice(-30).reverse().map(historyItem));
  }

  // Lucky Ball: the number of each colour on its area and in the strip, the boosted one marked.
  lucky(view) {
    const drawn = Object.entries(view.lucky ?? {});
    const [boosted, odds] = view.boost ?? [];
    for (const area of this.felt.areas.values()) {
      if (this.card[area.key]?.concept === "lucky-ball")
        this.felt.print(area.key, view.lucky ? String(view.lucky[String(area.on)]) : "");
    }
    find("#lucky").hidden = !drawn.length;
    find("#lucky").replaceChildren(
      ...drawn.map(([colour, number]) => {
        const boost = colour === boosted ? ` ${odds}` : "";
        return element(
          "li",
          { class: `ball ${colour}${boost ? " boosted" : ""}`, "aria-label": `${colour} ${number}${boost}` },
          element("b", { text: String(number) }),
          element("span", { text: `${colour}${boost ? ` ◆ ${odds}` : ""}` }),
        );
      }),
    );
  }

  curtainFor(view) {
    if (view.status !== "open")
      this.curtain("This table is closed.", {
        more: "Please ask the floor for another. What is in your rail can still be collected.",
      });
    else if (view.suspended)
      this.curtain(`Play is stopped: ${view.suspended}.`, { more: "Your chips are safe where they lie." });
    else if (!view.seats[this.seat] && this.link.me.by_card)
      this.curtain("Put your player card in to play.", {
        more: "Your own card says who you are. Credits and wagers are yours from then on.",
        field: cardField(),
      });
    else if (!view.seats[this.seat]) this.curtain("This seat is free.", { label: "Sit down", act: () => this.sit() });
    else if (view.seats[this.seat] !== this.me.people[0][0])
      this.curtain("Somebody else sits here.", { more: "Please take another seat, or ask the dealer." });
    else if (this.link.up) find("#curtain").hidden = true;
  }

  /**
   * @param {string} sentence
   * @param {{ more?: string, label?: string, act?: (() => any) | null, field?: Node | null }} [offer]
   */
  curtain(sentence, { more = "", label = "", act = null, field = null } = {}) {
    const place = find("#curtain");
    if (field && !place.hidden && place.querySelector("form")) return; // somebody may be typing
    place.replaceChildren(element("p", { text: sentence }));
    if (more) place.append(element("p", { class: "quiet small", text: more }));
    if (field) place.append(field);
    if (act) place.append(element("button", { class: "act", text: label, onclick: act }));
    place.hidden = false;
  }

  sit() {
    return this.send({ type: "sit", player: this.me.people[0][0], seat: this.seat });
  }

  askLegal() {
    clearTimeout(this.legalSoon);
    this.legalSoon = setTimeout(() => this.learnLegal(), 60);
  }

  async learnLegal() {
    const { chip } = this;
    const legal = await this.link.ask("legal", { chip });
    if (!legal) return; // no line: what was legal last is all that is known
    this.spots = legal.spots ?? {};
    this.removable = legal.removable ?? {};
    this.asked = chip;
    if (!this.held) this.showLegal();
  }

  // What the next chip may do tells the result too, and waits for it.
  showLegal() {
    this.told = { spots: this.spots, removable: this.removable };
    this.felt.legal(this.spots);
    this.names();
    this.tip.again();
  }

  // What a screen reader hears at each spot: the wager, the stake, what it pays, whether it works.
  names() {
    for (const key of this.felt.areas.keys()) {
      const spot = this.card[key];
      if (!spot) continue;
      const stake = this.ownAt(key);
      const lies = stake ? `, ${money(stake.stake)}` : "";
      const works = stake ? (stake.working ? ", working" : ", off") : "";
      const barred = this.spots[key] && !this.spots[key].ok ? `, not now: ${this.spots[key].why}` : "";
      this.felt.describe(key, `${spot.name}${lies}${spot.pays ? `, pays ${spot.pays}` : ""}${works}${barred}`);
    }
  }

  about(key) {
    const { view } = this.link;
    const there = view?.stakes.filter((stake) => spotKey(stake.wager, stake.on) === key) ?? [];
    const others = there.filter((stake) => stake.seat !== this.seat).reduce((sum, stake) => sum + stake.stake, 0);
    return {
      card: this.card[key],
      spot: this.told.spots[key],
      stake: there.find((stake) => stake.seat === this.seat),
      others,
      removable: this.told.removable[key],
      chip: view?.chip,
      point: view?.point,
      comeOut: view?.come_out,
    };
  }

  // A tap or a drop: put the chip down, or take down.
  async choose(area) {
    if (this.asked !== this.chip) await this.learnLegal(); // another chip was taken up just now
    const stake = this.ownAt(area.key);
    if (this.aloud) return showAloud(this, area);
    if (this.lifting)
      return stake ? this.placing.takeDown(stake) : announce("None of your chips lie there", { bad: true });
    const amount = this.spots[area.key]?.next ?? this.chip;
    return this.placing.place(
      [{ wager: area.wager, on: area.on, amount }],
      amount > this.chip ? raised(this.card[area.key], this.spots[area.key].limit, this.link.view.chip, amount) : "",
    );
  }

  // What of one's own lies there and can be dragged elsewhere, as a picture.
  pick(area) {
    const stake = this.ownAt(area.key);
    if (!stake || stake.tokens || stake.checks) return null;
    return shape(
      "svg",
      { viewBox: "0 0 42 42" },
      shape("use", { href: `#chip-${stackOf(stake.stake)[0]}`, width: 42, height: 42 }),
    );
  }

  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    return Boolean(answer.ack);
  }

  lift() {
    this.lifting = !this.lifting;
    find("#lift").setAttribute("aria-pressed", String(this.lifting));
    document.body.classList.toggle("lifting", this.lifting);
  }

  meter() {
    const { mine } = this.link;
    if (!mine || !this.felt || this.held) return;
    find("#balance").textContent = money(mine.balance);
    find("#staked").textContent = money(mine.staked ?? 0);
    const [colour] = this.link.view.colours?.taken[this.seat]?.[0] ?? [];
    refresh();
    const only = mine.tokens_for?.length ? ` for ${mine.tokens_for.join(" and ")}` : "";
    this.pay("tokens", mine.tokens, `Tokens ${money(mine.tokens ?? 0)}${only}`);
    this.pay("checks", mine.checks, `${colour ?? "Colour"} ${money(mine.checks ?? 0)}`);
  }

  // What the next wager is made of: chips, unless the player holds something else and has picked it.
  pay(instrument, held, words) {
    const button = find(`#${instrument}`);
    button.hidden = !held;
    button.textContent = words;
    if (!held && this.instrument === instrument) this.use(instrument);
  }

  use(instrument) {
    this.instrument = this.instrument === instrument ? "chips" : instrument;
    for (const id of ["tokens", "checks"]) find(`#${id}`).setAttribute("aria-pressed", String(this.instrument === id));
  }

  clock() {
    const { view } = this.link;
    if (!view) return;
    const now = this.link.now();
    const { words, tone } = this.link.up ? phaseWords(this.held ? { ...view, point: null } : view, now) : NO_LINE;
    const phase = find("#phase");
    if (phase.textContent !== words) phase.textContent = words;
    find("#banner").dataset.tone = tone;
    const left = this.link.up ? secondsLeft(view, now) : null;
    find("#countdown").textContent = left === null ? "" : String(left);
    tick(find("#hands"), view, now);
    showNotices(find("#notices"), notices(view, this.link.mine, this.card, now));
  }

  async ping() {
    if (this.link.up) await this.link.ask("time");
    const { delay } = this.link;
    find("#latency").hidden = !(delay !== null && delay > SLOW_MS);
    find("#latency").textContent = `Slow line: ${Math.round(delay ?? 0)} ms`;
  }

  sound(name) {
    play(name, this.wishes.now.sound);
  }

  wish(name) {
    const now = this.wishes.toggle(name);
    this.tutor?.show();
    this.sound("chip");
    return now;
  }

  buttons(view) {
    this.chips();
    const spots = Object.values(this.card);
    const up = (act) => () => (this.link.up ? act() : announce(DOWN, { bad: true }));
    const alone = (act) => up(() => this.placing.alone(act));
    const acts = {
      undo: up(() => this.placing.undo()),
      redo: up(() => this.placing.redo()),
      odds: up(() => this.placing.odds()),
      lift: () => this.lift(),
      clear: alone(() => this.placing.clear()),
      rebet: alone(() => this.placing.rebet()),
      double: alone(() => this.placing.double()),
      fill: alone(() => this.placing.roundUp()),
      switch: () => showSwitches(this),
      shortcuts: () => showShortcuts(this),
      money: () => showPurse(this),
      tokens: () => this.use("tokens"),
      checks: () => this.use("checks"),
      "show-next": () => showNext(this),
      "show-recall": () => showRecall(this),
      "show-card": () => showCard(this),
      "show-more": () => showMore(this),
      "correction-seen": () => this.corrections.putAway(),
    };
    for (const [id, act] of Object.entries(acts)) find(`#${id}`).addEventListener("click", act);
    find("#odds").hidden = !spots.some((spot) => spot.parent);
    find("#switch").hidden = !spots.some((spot) => spot.switchable);
    find("#fill").hidden = view.spins || !spots.some((spot) => spot.full > 1);
    find("#correction").addEventListener("cancel", (event) => event.preventDefault());
    const keys = {
      u: acts.undo,
      U: acts.redo,
      c: acts.clear,
      r: acts.rebet,
      d: acts.double,
      o: acts.odds,
      f: acts.fill,
      t: acts.lift,
      w: acts.switch,
      s: acts.shortcuts,
      n: acts["show-next"],
      l: acts["show-recall"],
      "?": acts["show-card"],
    };
    document.addEventListener("keydown", (event) => {
      if (
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector("dialog[open]") ||
        /input|textarea|select/i.test(targetOf(event).tagName)
      )
        return;
      if (keys[event.key]) keys[event.key]();
      else if (/^[1-5]$/.test(event.key)) this.takeChip(CHIPS[Number(event.key) - 1]);
    });
  }

  chips() {
    for (const value of CHIPS) {
      const picture = shape(
        "svg",
        { viewBox: "0 0 42 42", "aria-hidden": "true" },
        shape("use", { href: `#chip-${value}`, width: 42, height: 42 }),
      );
      const button = element(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(value === this.chip),
          "aria-label": `Chip of ${money(value)}`,
        },
        picture,
      );
      button.addEventListener("click", () => this.takeChip(value));
      draggable(button, () => this.felt, {
        take: () => {
          this.takeChip(value);
          return picture;
        },
        drop: (area) => this.choose(area),
      });
      button.dataset.value = value;
      find("#chips").append(button);
    }
  }

  takeChip(value) {
    this.chip = value;
    for (const button of findAll("#chips button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
    }
    this.askLegal();
  }
}

const me = await getSurely("/api/me");
identify(me);
const terminal = new Terminal(me);
terminal.link.on("hello", () => settle((told, path) => settled(terminal, told, path)), { once: true });
terminal.link.open();
Object.assign(globalThis, { terminal });
