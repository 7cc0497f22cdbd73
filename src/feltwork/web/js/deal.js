// The crew's terminal: what can be done now, the result in two steps, and what to take and pay.

import { DiceEntry, NumberEntry } from "./entry.js";
import { Felt } from "./felt.js";
import { guideOf } from "./guide.js";
import { Link } from "./link.js";
import { money, short } from "./money.js";
import { announce, element, find, get, signOut } from "./page.js";
import { colourOf, historyItem, phaseWords, secondsLeft } from "./phase.js";

const SEAT_OFFSETS = [[-18, -12], [18, -12], [-18, 12], [18, 12], [0, -22], [0, 22], [-26, 0], [26, 0]];
const CHIPS = [100, 500, 2500, 10000];

class CrewTerminal {
  constructor(me) {
    this.me = me;
    this.link = new Link(me.table);
    this.placing = null; // the seat that chips are put down for
    this.chip = 500;
    this.steps = [];
    this.link.addEventListener("hello", (event) => this.begin(event.detail));
    this.link.addEventListener("back", (event) => this.show(event.detail.view));
    this.link.addEventListener("lost", () => announce("The line to the table is down; coming back…", { bad: true }));
    this.link.addEventListener("news", (event) => this.news(event.detail));
  }

  async begin(hello) {
    const [felt, card] = await Promise.all([get(`/api/tables/${this.me.table}/felt`), get(`/api/tables/${this.me.table}/card`)]);
    this.card = card;
    this.felt = new Felt(find("#felt"), felt, (area) => this.choose(area));
    find("#name").textContent = hello.view.name;
    document.title = `${hello.view.table} · crew`;
    document.body.classList.remove("connecting");
    find("#crew").textContent = hello.hello.people.map(([person, role]) => `${role.replace("_", " ")}: ${person}`).join(" · ");
    this.entry = hello.view.spins ? new NumberEntry(felt.order, () => this.showEntry()) : new DiceEntry(() => this.showEntry());
    this.order = felt.order;
    find("#primary").addEventListener("click", () => this.doPrimary());
    find("#sign-out").addEventListener("click", signOut);
    document.addEventListener("keydown", (event) => this.key(event));
    guideOf(find("#guide"), hello.guide, this.card);
    this.show(hello.view);
    setInterval(() => this.clock(), 250);
  }

  news({ events, view }) {
    for (const { kind, text } of events) {
      if (kind === "round-settled") this.askGuide();
      if (kind === "round-settled" || kind === "round-invalid" || kind === "round-reversed") announce(text[0]);
    }
    this.show(view);
  }

  async askGuide() {
    guideOf(find("#guide"), await this.link.ask("guide"), this.card);
  }

  show(view) {
    this.felt.stakes(view.stakes, this.placing, (seat) => SEAT_OFFSETS[(seat - 1) % SEAT_OFFSETS.length]);
    if (!view.spins) this.felt.puck(view.point);
    const last = view.history.at(-1);
    if (view.spins && last) this.felt.dolly(String(last.result));
    find("#history").replaceChildren(...view.history.slice(-12).reverse().map(historyItem));
    this.seats(view);
    this.showEntry();
    this.clock();
    this.askActions();
  }

  seats(view) {
    const items = [];
    for (let seat = 1; seat <= view.capacity; seat += 1) {
      const player = view.seats[seat];
      const staked = view.stakes.filter((stake) => stake.seat === seat).reduce((sum, stake) => sum + stake.stake, 0);
      const marks = [view.shooter === seat ? "has the dice" : "", view.offered === seat ? "is offered the dice" : ""].filter(Boolean);
      items.push(element("li", { class: marks.length ? "marked" : "" },
        element("button", {
          type: "button", "aria-pressed": String(this.placing === seat), disabled: !player, class: "seat",
          title: player ? `Place chips for seat ${seat}` : "Nobody sits here", onclick: () => this.placeFor(seat),
        },
        element("b", { text: String(seat) }),
        element("span", { text: player ?? "free" }),
        element("span", { class: "money", text: staked ? money(staked) : "" }),
        marks.length ? element("em", { text: marks.join(", ") }) : null)));
    }
    find("#seats").replaceChildren(...items);
  }

  placeFor(seat) {
    this.placing = this.placing === seat ? null : seat;
    announce(this.placing ? `Chips of ${money(this.chip)} go down for seat ${seat}; keys 1 to 4 are for dice, choose the chip below` : "Placing ended");
    this.show(this.link.view);
  }

  choose(area) {
    if (!this.placing) return announce("Choose a seat first to place chips for it");
    return this.send({ type: "place-wager", seat: this.placing, wager: area.wager, amount: this.chip, on: area.on });
  }

  askActions() {
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const { steps = [], no_result: reasons = [] } = (await this.link.ask("actions")) ?? {};
      this.steps = steps;
      this.showSteps();
      find("#reasons").replaceChildren(...reasons.map(({ reason, clause, must }) => element("button", {
        type: "button", text: `${reason} (${clause})${must ? " — must be called" : ""}`, onclick: () => this.send({ type: "call-no-roll", reason }),
      })));
    }, 50);
  }

  showSteps() {
    const asks = this.steps.filter((step) => ["call-wager", "announce-wager", "confirm-wager"].includes(step.command.type));
    find("#asks").replaceChildren(...asks.map((step) => element("div", { class: "ask panel" },
      element("p", { text: describe(step, this.card) }),
      element("button", { class: "act", type: "button", text: step.label, disabled: !step.ok, onclick: () => this.send(step.command) }))));
    const plain = this.steps.filter((step) => !asks.includes(step));
    this.primary = plain.find((step) => step.ok && !["bring-dice", "report-die", "pass-dice", "reject-dice"].includes(step.command.type));
    const entering = this.link.view.phase === "dice out" || this.link.view.phase === "result entered";
    const button = find("#primary");
    button.hidden = !this.primary || (entering && this.primary.command.type !== "close-bets");
    if (this.primary) button.textContent = `${this.primary.label}${seatOf(this.primary)}`;
    find("#steps").replaceChildren(
      this.chipPicker(),
      ...plain.filter((step) => step !== this.primary).map((step) => element("button", {
        type: "button", text: `${step.label}${seatOf(step)}`, disabled: !step.ok, title: step.ok ? "" : `${step.why ?? "not now"} (${step.clause ?? ""})`,
        onclick: () => this.send(step.command),
      })));
  }

  chipPicker() {
    return element("div", { class: "row" }, element("span", { class: "quiet", text: "Chip for seats" }), ...CHIPS.map((value) => element("button", {
      type: "button", text: short(value), "aria-pressed": String(value === this.chip), onclick: () => { this.chip = value; this.showSteps(); },
    })));
  }

  doPrimary() {
    if (this.primary) this.send(this.primary.command);
  }

  // The entry panel: large echo, then confirm by repeating.
  showEntry() {
    const view = this.link.view;
    const place = find("#entry");
    const entering = view.phase === "dice out" && (view.closed || !view.spins);
    const confirming = view.phase === "result entered";
    place.hidden = !(entering || confirming);
    if (place.hidden) return;
    const echo = element("output", { class: "echo number", "aria-live": "assertive", text: this.echo() });
    const told = confirming
      ? element("p", { text: `Entered: ${say(view.entered)}. Enter it again to confirm, or Escape to enter another.` })
      : element("p", { text: view.spins ? "Where did the ball come to rest?" : "What do the dice show?" });
    const go = element("button", { class: "act", type: "button", text: confirming ? "Confirm" : "Enter", disabled: !this.entry.whole, onclick: () => this.enter() });
    place.replaceChildren(told, echo, this.pad(), go);
  }

  echo() {
    if (this.entry instanceof DiceEntry) return `${this.entry.dice[0] ?? "·"} ${this.entry.dice[1] ?? "·"}`;
    return this.entry.text || "··";
  }

  pad() {
    if (this.entry instanceof DiceEntry) {
      return element("div", { class: "pad dice-pad" }, ...[1, 2, 3, 4, 5, 6].map((face) => element("button", { type: "button", text: String(face), onclick: () => this.entry.press(String(face)) })));
    }
    const sorted = [...this.order].sort((a, b) => (a === "00" ? -0.5 : a) - (b === "00" ? -0.5 : b));
    return element("div", { class: "pad number-pad" }, ...sorted.map((pocket) => element("button", { type: "button", class: colourOf(pocket), text: String(pocket), onclick: () => this.entry.choose(pocket) })));
  }

  async enter() {
    if (!this.entry.whole) return;
    const step = this.link.view.phase === "result entered" ? "confirm" : "enter";
    const command = this.entry instanceof DiceEntry
      ? { type: `${step}-result`, first: this.entry.dice[0], second: this.entry.dice[1] }
      : { type: `${step}-number`, pocket: this.entry.pocket };
    this.entry.clear();
    await this.send(command);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /input|textarea|select/i.test(event.target.tagName)) return;
    const busy = !find("#entry").hidden;
    if (busy && event.key === "Enter" && this.entry.whole) {
      event.preventDefault();
      this.enter();
    } else if (busy && this.entry.press(event.key)) {
      event.preventDefault();
    } else if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      this.doPrimary();
    }
  }

  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    return Boolean(answer.ack);
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
}

function seatOf({ command }) {
  if (command.type === "report-die" || command.type === "check-die") return `: die ${command.die}`;
  return command.seat ? ` — seat ${command.seat}` : "";
}

function describe({ command }, card) {
  const name = card[command.on === null || command.on === undefined ? command.wager : `${command.wager}:${command.on}`]?.name ?? command.wager;
  if (command.type === "call-wager") return `Seat ${command.seat} calls ${name} ${command.working ? "on" : "off"}`;
  return `Seat ${command.seat} calls a wager`;
}

function say(result) {
  return Array.isArray(result) ? `${result[0]} and ${result[1]}` : String(result);
}

const me = await get("/api/me");
const terminal = new CrewTerminal(me);
terminal.link.open();
globalThis.terminal = terminal;
