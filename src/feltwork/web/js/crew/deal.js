// The crew's terminal: the next thing to do as one button, the result in two steps, and what to take and pay.

import { Felt } from "../common/felt.js";
import { Link } from "../common/link.js";
import { money, spotKey } from "../common/money.js";
import { announced, nameOf, tableSigns } from "../common/notices.js";
import { sayFloat, showOrders } from "../common/orders.js";
import { announce, element, find, getSurely, later, newest, targetOf } from "../common/page.js";
import { historyItem, NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { resultWords } from "../common/rounds.js";
import { openSheet, reasonField } from "../common/sheet.js";
import { hour } from "../common/times.js";
import { showCrew } from "./crewbar.js";
import { layChips } from "./crewchips.js";
import { Desk } from "./desk.js";
import { showDice } from "./diceset.js";
import { EntryPanel } from "./entrypanel.js";
import { sayRuling, showFaces } from "./faces.js";
import { Guide } from "./guide.js";
import { showTrouble } from "./trouble.js";

const SOON = 40;
const TAKEN_BACK = ["round-invalid", "round-reversed"];

class CrewTerminal {
  constructor(me) {
    this.me = me;
    this.told = later(); // what the table last said the crew can do
    /** @type {Felt} */
    this.felt = later();
    /** @type {Desk} */
    this.desk = later();
    /** @type {Guide} */
    this.guide = later();
    /** @type {EntryPanel} */
    this.entry = later();
    this.looked = later();
    this.newest = newest();
    this.link = new Link(me.table);
    this.link.on("hello", (hello) => this.begin(hello));
    this.link.on("back", (hello) => this.back(hello));
    this.link.on("doubt", ({ why, stopped }) =>
      stopped ? this.curtain(capital(stopped)) : announce(capital(why), { bad: true }),
    );
    this.link.on("lost", () => this.curtain("The line to the table is down. Nothing entered is lost; coming back…"));
    this.link.on("news", (news) => this.news(news));
  }

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
    find("#primary").addEventListener("click", () => this.doNext());
    find("#said-words").addEventListener("keydown", (event) => event.key === "Enter" && event.target.blur()); // then the space bar goes on
    find("#large").addEventListener("click", () => this.enlarge(!this.large));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("button, summary"));
      if (event.detail) button?.blur();
    }); // tapped, not reached by keys: the space bar still goes on with the round
    this.back(hello, true);
    setInterval(() => this.clock(), 250);
  }

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

  news({ events, view }) {
    if (!this.entry) return; // the layout is still on its way; it will be laid out as the table then stands
    for (const { kind, text, event } of events) {
      if (kind === "round-settled") announce(resultWords(event.result));
      else if (TAKEN_BACK.includes(kind)) announce(text[0], { bad: true });
      if (kind === "round-settled") this.askGuide(view);
    }
    this.show(view);
  }

  async askGuide(view) {
    this.guide.show(await this.link.ask("guide"), view.history.at(-1));
  }

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

  // The felt over the whole screen, to look at or to lay chips on; a result to enter, and then to pay, has its room back.
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
    this.state(view);
    this.calls();
    this.steps();
    this.reasons();
    showDice(find("#dice"), this.told.dice, view, (command) => this.send(command));
    showFaces(find("#faces"), find("#face-ruling"), this.told.disputed, (command) => this.send(command));
    showTrouble(find("#trouble"), find("#troubles"), this.told, (command) => this.send(command));
    this.orders();
    this.desk.seats(find("#seats"), view, this.told.seats);
    this.desk.show(view, this.told);
  }

  // The float's balance for all to see, and what whoever is at this screen may order of the house.
  orders() {
    const { float, orders, period } = this.told;
    find("#keeping").hidden = !float || !find("#entry").hidden; // an entry has the room to itself
    find("#float").textContent = [float ? sayFloat(float) : "", period ? `${period} s to wager` : ""]
      .filter(Boolean)
      .join(" · ");
    showOrders(find("#orders"), orders, (command) => this.send(command));
    find("#no-orders").hidden = orders.length > 0;
  }

  // What a crew must know beside the round, one sentence each.
  state(view) {
    const lucky = view.lucky
      ? `Lucky Ball: ${Object.entries(view.lucky)
          .map(([colour, number]) => `${colour} ${number}`)
          .join(", ")}${view.boost ? `; ${view.boost[0]} pays ${view.boost[1]}` : ""}.`
      : "";
    const sentences = [
      view.suspended
        ? `Play is stopped: ${view.suspended}.${this.told.called ? " A supervisor has been called." : ""}`
        : "",
      ...(this.told.doubted ?? []).map((what) => `The last spin is in doubt: ${what}. A supervisor rules on it.`),
      sayRuling(this.told.disputed),
      this.told.screen_out ? `The Lucky Ball screen is out of use: ${this.told.screen_out}.` : "",
      this.told.electronic
        ? "This table runs by itself: wagers close by its clock, a player shoots, and its sensors read the dice."
        : "",
      lucky,
      view.closing ? `The table closes at ${hour(view.closing)}.` : "",
      ...announced(view, (wager) => nameOf(this.card, wager)).map(({ what, at }) => `${what} from ${hour(at)}.`),
      ...tableSigns(view, (wager) => nameOf(this.card, wager)).map(({ text, clause }) => `${text} (${clause}).`),
    ].filter(Boolean);
    find("#state").hidden = sentences.length === 0;
    find("#state").textContent = sentences.join(" ");
    find("#house").hidden = !this.told.house_dealer || this.told.electronic;
  }

  // Calls of players that wait for the crew's word.
  calls() {
    redraw(
      find("#calls"),
      ...this.report(),
      ...this.told.calls.map((call) =>
        element(
          "div",
          { class: "call panel" },
          element("p", { text: this.describe(call) }),
          element(
            "div",
            { class: "row" },
            element("button", {
              class: "act",
              type: "button",
              text: call.label,
              disabled: !call.ok,
              onclick: () => this.send(call.command),
            }),
            ...this.consents(call),
            call.decline
              ? element("button", {
                  type: "button",
                  text: "Decline",
                  "aria-label": `Decline: ${this.describe(call)}`,
                  onclick: () => this.decline(call),
                })
              : null,
          ),
          call.ok ? null : element("p", { class: "why", text: sentence(call) }),
        ),
      ),
    );
  }

  // A throw reported in a way that must not count: whoever may call it off does so, or dismisses the report on the record.
  report() {
    const { reported } = this.told;
    if (!reported) return [];
    const called = this.link.view.spins ? "no spin" : "no roll";
    const decide = reported.may_call
      ? element("button", {
          class: "act",
          type: "button",
          text: `Call ${called}`,
          onclick: () => this.send({ type: "call-no-roll", reason: reported.what }),
        })
      : element("p", {
          class: "why",
          text: `Whoever may call ${called} decides on it; until then there is no result.`,
        });
    this.looked ??= element("input", {
      id: "looked",
      maxlength: "200",
      autocomplete: "off",
      value: "looked at again: it can be called",
    });
    const dismiss = reported.may_dismiss
      ? element(
          "div",
          { class: "row" },
          element("label", {}, element("span", { text: "Or why it counts after all" }), this.looked),
          element("button", {
            type: "button",
            text: "Dismiss the report",
            onclick: () => this.send({ type: "dismiss-report", reason: this.looked.value.trim() }),
          }),
        )
      : null;
    return [
      element("div", { class: "call panel" }, element("p", { text: `Reported: ${reported.what}` }), decide, dismiss),
    ];
  }

  describe({ command, oral, announcer }) {
    const said = oral ?? command;
    const who = `Seat ${said.seat}${this.link.view.seats[said.seat] ? `, ${this.link.view.seats[said.seat]}` : ""}`;
    if (command.type === "buy-colour")
      return `${who} asks for ${money(command.amount)} in ${command.colour} checks of ${money(command.value)}`;
    if (!oral)
      return `${who} calls ${this.nameOf(said)} ${said.working ? "on" : "off"}${said.alone ? ", it alone" : this.link.view.similar ? ", with all similar wagers" : ""}`;
    return `${who} calls aloud: ${money(oral.amount)} on ${this.nameOf(said)}, with ${oral.brings}${oral.voucher ? ` ${oral.voucher} worth ${money(oral.value)}` : ""}${announcer ? `; repeated by ${announcer}` : ""}`;
  }

  // A colour that others have: they agree to share it, each in their own words.
  consents({ command }) {
    if (command.type !== "buy-colour") return [];
    const { seats, colours } = this.link.view;
    const { of = [] } =
      (colours?.sharing ?? []).find((asked) => asked.seat === command.seat && asked.colour === command.colour) ?? {};
    return of.map((seat) =>
      element("button", {
        type: "button",
        text: `Seat ${seat} agrees`,
        onclick: () =>
          this.take({
            command: {
              type: "agree-colour",
              seat,
              with_seat: command.seat,
              colour: command.colour,
              asked: `${seats[seat]} agrees to share ${command.colour}`,
            },
          }),
      }),
    );
  }

  // A call that does not count, and why: the player is told.
  decline({ decline }) {
    openSheet({
      title: "Decline the call",
      about: "The player is told why. The dice wait until a call is answered.",
      act: "Decline it",
      fields: [reasonField(["not in time", "the dice were out", "not heard clearly: please call again"])],
      send: async ({ reason }) => (await this.send({ ...decline, reason })) || {},
    });
  }

  nameOf({ wager, on }) {
    return this.card[spotKey(wager, on)]?.name ?? this.card[wager]?.name ?? wager;
  }

  // The next step of the round in one large button, or what it waits for; then what else the crew may do, and why not.
  steps() {
    const entering = !find("#entry").hidden;
    const busy = entering || this.desk.seat !== null; // then only what can be done is shown
    this.next = entering ? null : this.told.steps.find((step) => step.next);
    const button = find("#primary");
    button.hidden = !this.next;
    if (this.next)
      button.replaceChildren(
        element("span", { text: this.words(this.next) }, quoted(this.next)),
        element("kbd", { text: "Space" }),
      );
    const stuck = this.next || entering ? null : this.stuck();
    find("#waiting").hidden = !stuck;
    if (stuck)
      find("#waiting").replaceChildren(
        element("h2", { text: "Waiting" }),
        element("p", { text: capital(sentence(stuck)) }),
      );
    const others = this.told.steps.filter((step) => step !== this.next && step !== stuck && (step.ok || !busy));
    redraw(
      find("#steps"),
      ...others.map((step) =>
        element(
          "button",
          {
            type: "button",
            class: "step",
            "aria-disabled": String(!step.ok),
            onclick: () => (step.ok ? this.take(step) : announce(step.why, { clause: step.clause, bad: true })),
          },
          element("span", { text: this.words(step) }),
          step.ok ? quoted(step) : element("small", { text: sentence(step) }),
        ),
      ),
    );
    find("#said").hidden = busy || !this.told.steps.some((step) => step.ok && step.command.asked);
  }

  // A step of the round; where it is a player's own, with what the player said: as it stands there, or as it was written anew.
  take({ command }) {
    const said = find("#said-words");
    const words = said.value.trim();
    if (!command.asked || !words) return this.send(command);
    said.value = "";
    return this.send({ ...command, asked: words });
  }

  // The step that the round waits for, when it cannot be done.
  stuck() {
    const view = this.link.view;
    const dice = view.offered ? "accept-dice" : view.shooter || view.house_throws ? "throw-dice" : "offer-dice";
    const ball = view.phase === "betting" ? "spin-ball" : "close-bets";
    const awaited = view.uncalled ? "open-bets" : view.spins ? ball : dice;
    return this.told.steps.find((step) => step.type === awaited && !step.ok);
  }

  words({ label, command }) {
    if (command.type === "spin-ball" && command.by_unit) return `${label} with the unit`;
    if (command.type === "select-dice") return `Seat ${command.seat} takes dice ${command.dice.join(" and ")}`;
    if (["accept-dice", "reject-dice", "pass-dice", "press-button"].includes(command.type))
      return `Seat ${command.seat} ${label[0].toLowerCase()}${label.slice(1)}`;
    if (command.type === "offer-button") return `${label} seat ${command.seat}`;
    return label;
  }

  // The book's reasons for a throw or spin that does not count: call it so, or report what was seen.
  reasons() {
    const none = !this.told.no_result.length;
    find("#invalid").hidden = none;
    if (none) find("#invalid").open = false;
    redraw(
      find("#reasons"),
      ...this.told.no_result.map(({ reason, clause, must }) =>
        element(
          "div",
          { class: "reason" },
          element(
            "button",
            { type: "button", onclick: () => this.send({ type: "call-no-roll", reason }) },
            element("span", { text: reason }),
            element("small", { text: `${clause}${must ? " · must be called" : " · may be called"}` }),
          ),
          element("button", {
            type: "button",
            class: "report",
            text: "Report",
            "aria-label": `Report only: ${reason}`,
            onclick: () => this.send({ type: "report-throw", what: reason }),
          }),
        ),
      ),
    );
  }

  doNext() {
    if (!this.next) return;
    const step = this.next;
    this.next = null; // one press, one step
    this.take(step);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /input|textarea|select/i.test(targetOf(event).tagName))
      return;
    const done = () => event.preventDefault();
    if (this.entry.key(event)) done();
    else if (event.repeat) return;
    else if (event.key === " " && !/button|summary/i.test(event.target.tagName) && !event.target.closest?.(".area")) {
      done();
      this.doNext();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      this.guide.step(event.key === "ArrowRight" ? 1 : -1);
    else if (event.key === "Escape") this.desk.leave();
    else if (/^f$/i.test(event.key)) this.enlarge(!this.large);
    else if (/^n$/i.test(event.key) && !find("#invalid").hidden) {
      this.enlarge(false);
      find("#invalid").open = !find("#invalid").open;
    }
  }

  async send(command) {
    const answer = await this.link.do(command);
    if (!answer.ack) announce(answer.why, { clause: answer.clause, bad: true });
    this.askTold();
    return Boolean(answer.ack);
  }

  curtain(sentence) {
    find("#curtain").replaceChildren(element("p", { text: sentence }));
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

// What the crew will write down of what a player said.
function quoted({ command }) {
  return command.asked ? element("small", { class: "quoted", text: `“${command.asked}”` }) : null;
}

function sentence({ why, clause }) {
  return clause ? `${why} (${clause})` : why;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

const me = await getSurely("/api/me");
const terminal = new CrewTerminal(me);
terminal.link.open();
Object.assign(globalThis, { terminal });
