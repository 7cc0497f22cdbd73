// The player's terminal: the felt, the chips in hand, and one line to the table.

import { Bets, oddsFor } from "./bets.js";
import { showCard, showMore, showNext, showRecall } from "./dialogs.js";
import { Felt } from "./felt.js";
import { hands } from "./hands.js";
import { Link, makeKey } from "./link.js";
import { money, short, spotKey } from "./money.js";
import { announce, element, find, get, post } from "./page.js";
import { historyItem, phaseWords, secondsLeft } from "./phase.js";
import { Stage } from "./stage.js";
import { Tip } from "./tip.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
const SEAT_OFFSETS = [[-16, -10], [16, -10], [-16, 10], [16, 10], [0, -18], [0, 18], [-22, 0], [22, 0]];

class Terminal {
  constructor(me) {
    this.me = me;
    this.seat = me.seat;
    this.chip = 500;
    this.lifting = false;
    this.switching = false;
    this.spots = {};
    this.removable = {};
    this.card = {};
    this.bets = new Bets(this.seat);
    this.link = new Link(me.table);
    this.link.addEventListener("hello", (event) => this.begin(event.detail));
    this.link.addEventListener("back", (event) => this.back(event.detail));
    this.link.addEventListener("lost", () => this.curtain("The line to the table is down. Your wagers are kept; coming back…"));
    this.link.addEventListener("news", (event) => this.news(event.detail));
    this.link.addEventListener("mine", () => this.meter());
  }

  async begin(hello) {
    const [felt, card] = await Promise.all([
      get(`/api/tables/${this.me.table}/felt`), get(`/api/tables/${this.me.table}/card`),
    ]);
    this.card = card;
    this.felt = new Felt(find("#felt"), felt, (area) => this.choose(area));
    this.stage = new Stage(find("#stage"), felt);
    this.tip = new Tip(find("#tip"), this.felt, (key) => this.about(key));
    find("#name").textContent = hello.view.name;
    document.title = `${hello.view.name} · seat ${this.seat}`;
    document.body.classList.remove("connecting");
    document.body.dataset.book = hello.view.book;
    this.buttons();
    this.show(hello.view);
    this.meter();
    setInterval(() => this.clock(), 200);
  }

  back(hello) {
    find("#curtain").hidden = true;
    const mine = hello.view.stakes.filter((stake) => stake.seat === this.seat);
    const sum = mine.reduce((total, stake) => total + stake.stake, 0);
    announce(mine.length ? `Back at the table. ${mine.length} of your wagers lie, ${money(sum)} in all.` : "Back at the table.");
    this.show(hello.view);
    this.meter();
  }

  news({ events, view }) {
    for (const { kind, event, text } of events) {
      if (kind === "round-settled") this.settled(event);
      else if (kind === "round-invalid") this.invalid(event, text);
      else if (kind === "round-reversed") announce(`A result was taken back: ${event.reason}`, { clause: event.clause, bad: true });
      else if (kind === "dice-offered" && event.seat === this.seat) announce("The dice are offered to you");
      else if (kind === "wager-refused" && event.seat === this.seat) announce(`A supervisor took a wager down: ${event.reason}`, { clause: event.clause, bad: true });
    }
    this.show(view);
  }

  settled(event) {
    const result = event.result;
    const own = event.lines.filter((line) => line[0] === this.seat);
    const won = own.reduce((total, line) => total + line[5], 0);
    this.stage.show(result);
    this.felt.light(event.lines.filter((line) => line[3] === "win").map((line) => spotKey(line[1], line[2])));
    for (const [, wager, on, outcome, stake, winnings] of own) {
      if (winnings) this.felt.rise(wager, on, `+${short(winnings)}`, "win");
      else if (outcome === "lose") this.felt.rise(wager, on, `−${short(stake)}`, "lose");
      else if (outcome === "draw" || outcome === "void" || outcome === "returned") this.felt.rise(wager, on, "back", "push");
    }
    if (own.length) find("#won").textContent = money(won);
    setTimeout(() => this.felt.light([]), 4000);
    if (!Array.isArray(result)) this.felt.dolly(String(result));
    this.bets.resulted();
    const words = Array.isArray(result) ? `${result[0]} and ${result[1]}, total ${result[0] + result[1]}` : `number ${result}`;
    announce(won ? `${words}. You win ${money(won)}.` : `${words}.`);
  }

  invalid(event, text) {
    announce(`${text?.[0] ?? "No roll"}: nothing was decided`, { clause: event.clause, bad: true });
    this.bets.resulted();
  }

  show(view) {
    this.felt.stakes(view.stakes, this.seat, (seat) => SEAT_OFFSETS[(seat - 1) % SEAT_OFFSETS.length]);
    if (!view.spins) this.felt.puck(view.point);
    find("#history").replaceChildren(...view.history.slice(-14).reverse().map(historyItem));
    hands(find("#hands"), view, this.seat, (command) => this.send(command));
    this.clock();
    this.curtainFor(view);
    this.askLegal();
  }

  curtainFor(view) {
    if (view.status !== "open") this.curtain("This table is closed. Please ask the floor for another.");
    else if (view.suspended) this.curtain(`Play is stopped: ${view.suspended}. Your chips are safe where they lie.`);
    else if (!view.seats[this.seat]) this.curtain("This seat is free.", { label: "Sit down", act: () => this.sit() });
    else if (this.link.up) find("#curtain").hidden = true;
  }

  curtain(sentence, button = null) {
    const place = find("#curtain");
    place.replaceChildren(element("p", { text: sentence }));
    if (button) place.append(element("button", { class: "act", text: button.label, onclick: button.act }));
    place.hidden = false;
  }

  async sit() {
    await this.send({ type: "sit", player: this.me.people[0][0], seat: this.seat });
  }

  async askLegal() {
    clearTimeout(this.legalSoon);
    this.legalSoon = setTimeout(async () => {
      const legal = await this.link.ask("legal", { chip: this.chip });
      this.spots = legal?.spots ?? {};
      this.removable = legal?.removable ?? {};
      this.felt.legal(this.spots);
      this.names();
    }, 60);
  }

  // What a screen reader hears at each spot: the wager, the stake, what it pays, whether it works.
  names() {
    for (const key of this.felt.areas.keys()) {
      const spot = this.card[key];
      if (!spot) continue;
      const stake = this.link.view.stakes.find((s) => s.seat === this.seat && spotKey(s.wager, s.on) === key);
      const lies = stake ? `, ${money(stake.stake)}` : "";
      const works = stake ? (stake.working ? ", working" : ", off") : "";
      const barred = this.spots[key] && !this.spots[key].ok ? `, not now: ${this.spots[key].why}` : "";
      this.felt.describe(key, `${spot.name}${lies}${spot.pays ? `, pays ${spot.pays}` : ""}${works}${barred}`);
    }
  }

  about(key) {
    const stake = this.link.view?.stakes.find((s) => s.seat === this.seat && spotKey(s.wager, s.on) === key);
    return { card: this.card[key], spot: this.spots[key], stake, removable: this.removable[key] };
  }

  // A tap: put the chip down, or take down, or call on or off.
  choose(area) {
    const stake = this.link.view.stakes.find((s) => s.seat === this.seat && spotKey(s.wager, s.on) === area.key);
    if (this.lifting) return stake ? this.takeDown(stake) : announce("None of your chips lie there", { bad: true });
    if (this.switching) return stake ? this.call(stake) : announce("None of your chips lie there", { bad: true });
    const spot = this.spots[area.key];
    return this.place([{ wager: area.wager, on: area.on, amount: spot?.next ?? this.chip }]);
  }

  async place(parts) {
    const told = await Promise.all(parts.map(async (part) => {
      const key = makeKey();
      this.felt.pending(key, part.wager, part.on, part.amount);
      const answer = await this.link.do(this.bets.place(part), key);
      if (answer.ack) this.felt.arrived(key);
      else {
        this.felt.bounced(key);
        announce(answer.why, { clause: answer.clause, bad: true });
      }
      return answer.ack ? part : null;
    }));
    const stood = told.filter(Boolean);
    if (stood.length) this.bets.placed(stood);
    return stood.length;
  }

  async takeDown(stake) {
    await this.send(this.bets.remove(stake));
  }

  async call(stake) {
    const wanted = !stake.working;
    const done = await this.send({ type: "call-wager", seat: this.seat, wager: stake.wager, on: stake.on, working: wanted });
    if (done) announce(`Called ${wanted ? "on" : "off"}; the dealer confirms it`);
  }

  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    return Boolean(answer.ack);
  }

  async undo() {
    const commands = this.bets.undo();
    if (!commands) return announce("Nothing to undo");
    for (const command of commands) {
      if (!(await this.send(command))) this.bets.kept(command);
    }
    return undefined;
  }

  async redo() {
    const commands = this.bets.redo();
    if (!commands) return announce("Nothing to redo");
    for (const command of commands) await this.send(command);
    return undefined;
  }

  async clear() {
    const commands = this.bets.clear(this.link.view.stakes);
    if (!commands.length) return announce("Nothing of yours lies on the layout");
    const kept = [];
    for (const command of commands) {
      const answer = await this.link.do(command);
      if (!answer.ack) kept.push(`${this.card[spotKey(command.wager, command.on)]?.name ?? command.wager} stays: ${answer.why} (${answer.clause})`);
    }
    return announce(kept.length ? kept.join("; ") : "Cleared", { bad: kept.length > 0 });
  }

  async rebet() {
    const parts = this.bets.rebet(this.link.view.stakes);
    if (!parts.length) return announce("Nothing to rebet");
    const stood = await this.place(parts);
    if (stood === parts.length) announce("Rebet");
    return undefined;
  }

  async double() {
    const parts = this.bets.double(this.link.view.stakes);
    if (!parts.length) return announce("Nothing of yours lies on the layout");
    return this.place(parts);
  }

  async odds() {
    const view = this.link.view;
    const riders = oddsFor(this.card, view.stakes, this.seat, view.point);
    if (!riders.length) return announce("Odds go behind a line wager once its point is set", { bad: true });
    const parts = riders.map(({ wager, on, unit }) => {
      const step = unit * view.chip;
      return { wager, on, amount: Math.max(step, Math.ceil(this.chip / step) * step) };
    });
    return this.place(parts);
  }

  mode(name) {
    this[name] = !this[name];
    if (name === "lifting") this.switching = false;
    else this.lifting = false;
    find("#lift").setAttribute("aria-pressed", String(this.lifting));
    find("#switch").setAttribute("aria-pressed", String(this.switching));
    document.body.classList.toggle("lifting", this.lifting);
    document.body.classList.toggle("switching", this.switching);
  }

  meter() {
    const mine = this.link.mine;
    if (!mine) return;
    find("#balance").textContent = money(mine.balance);
    find("#staked").textContent = money(mine.staked ?? 0);
  }

  clock() {
    const view = this.link.view;
    if (!view) return;
    const { words, tone } = phaseWords(view, this.link.now());
    find("#phase").textContent = words;
    find("#banner").dataset.tone = tone;
    const left = secondsLeft(view, this.link.now());
    find("#countdown").textContent = left === null ? "" : String(left);
  }

  async cashIn(amount) {
    const told = await post("/api/cash-in", { key: makeKey(), amount });
    if (told.done) announce(`${money(told.done)} in`);
    else announce(told.why, { clause: told.clause, bad: true });
  }

  buttons() {
    const fieldset = find("#chips");
    for (const value of CHIPS) {
      const button = element("button", { type: "button", class: "chip", "aria-pressed": String(value === this.chip), "aria-label": `Chip of ${money(value)}` });
      button.append(this.chipPicture(value));
      button.addEventListener("click", () => this.takeChip(value));
      button.dataset.value = value;
      fieldset.append(button);
    }
    const on = (id, act) => find(id).addEventListener("click", act);
    on("#undo", () => this.undo());
    on("#redo", () => this.redo());
    on("#clear", () => this.clear());
    on("#rebet", () => this.rebet());
    on("#double", () => this.double());
    on("#odds", () => this.odds());
    on("#lift", () => this.mode("lifting"));
    on("#switch", () => this.mode("switching"));
    on("#collect", () => this.send({ type: "collect", seat: this.seat }));
    on("#cash-in", () => showMore(this, "cash"));
    on("#show-next", () => showNext(this));
    on("#show-recall", () => showRecall(this));
    on("#show-card", () => showCard(this));
    on("#show-more", () => showMore(this));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  chipPicture(value) {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 42 42");
    picture.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#chip-${value}`);
    use.setAttribute("width", "42");
    use.setAttribute("height", "42");
    picture.append(use);
    return picture;
  }

  takeChip(value) {
    this.chip = value;
    for (const button of document.querySelectorAll("#chips button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.value) === value));
    }
    this.askLegal();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || find("#dialog").open || /input|textarea|select/i.test(event.target.tagName)) return;
    const keys = {
      u: () => this.undo(), U: () => this.redo(), c: () => this.clear(), r: () => this.rebet(), d: () => this.double(),
      o: () => this.odds(), t: () => this.mode("lifting"), w: () => this.mode("switching"), "?": () => showCard(this),
    };
    if (keys[event.key]) keys[event.key]();
    else if (/^[1-5]$/.test(event.key)) this.takeChip(CHIPS[Number(event.key) - 1]);
  }
}

const me = await get("/api/me");
const terminal = new Terminal(me);
terminal.link.open();
globalThis.terminal = terminal;
