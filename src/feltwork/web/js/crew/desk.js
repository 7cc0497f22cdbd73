// A seat in the crew's hand: chips put down for a player without a terminal, a seat taken or left, money and checks.

import { money, spotKey } from "../common/money.js";
import { alone, announce, element, focused } from "../common/page.js";
import { called, calledInLog } from "../common/people.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { chipPicture } from "./chippile.js";
import { Moving } from "./moving.js";
import { labelled, SeatMoney } from "./seatmoney.js";
import { anotherThrows, calledAloud } from "./spoken.js";

/** @import { Area } from "../common/felt.js" */
/** @import { Command, Legal, Stake, View } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

export class Desk {
  /**
   * @param {HTMLElement} place
   * @param {CrewTerminal} terminal
   * @param {any} rail
   */
  constructor(place, terminal, rail) {
    this.place = place;
    this.terminal = terminal;
    /** @type {number | null} */
    this.seat = null; // the seat in hand
    this.rail = rail; // the chips to lay down
    this.chip = rail[1];
    this.lifting = false;
    this.calling = ""; // "all" or "one": a tap on a wager passes on a call of on or off
    this.instrument = "chips";
    /** @type {Record<string, Legal>} */
    this.spots = {};
    this.built = "";
    this.moving = new Moving(this);
    this.money = new SeatMoney(this);
  }

  /** @param {number} seat */
  take(seat) {
    this.seat = this.seat === seat ? null : seat;
    this.lifting = false;
    this.calling = "";
    this.moving.stop();
    this.instrument = "chips";
    this.terminal.show(this.terminal.link.view);
  }

  leave() {
    focused()?.blur();
    if (this.seat !== null) this.take(this.seat);
  }

  /**
   * @param {View} view
   * @param {any} told
   */
  async show(view, told) {
    this.place.hidden = this.seat === null;
    if (this.seat === null) {
      this.built = "";
      this.terminal.felt.legal(null);
      return;
    }
    const player = view.seats[this.seat];
    const rail = told.seats[this.seat] ?? {};
    const shape = [
      this.seat,
      player,
      this.chip,
      this.lifting,
      this.calling,
      this.switchable(view).length,
      view.shooter === this.seat,
      Boolean(view.oral),
      view.colours?.taken[this.seat]?.[0].join(),
      Object.keys(view.seats).join(),
      this.instrument,
      Boolean(rail.checks),
      Boolean(rail.tokens),
      told.movable.includes(this.seat),
      this.moving.on,
    ].join();
    if (shape !== this.built) {
      this.built = shape; // fields that somebody is typing into are kept while nothing else has changed
      this.place.replaceChildren(...(player ? this.occupied(player, told) : this.free()));
    }
    if (!player) return;
    this.head.textContent = sayRail(rail, view.colours?.taken[this.seat] ?? []);
    this.hint.textContent = this.hinted(view);
    const legal = await this.terminal.link.ask("legal", { seat: this.seat, chip: this.chip });
    this.spots = legal?.spots ?? {};
    if (this.seat !== null) this.terminal.felt.legal(this.spots);
  }

  free() {
    const name = element("input", { id: "desk-player", required: true, maxlength: "120", autocomplete: "off" });
    return [
      this.title(text("crew.seat-free", { seat: String(this.seat) })),
      this.form(
        text("crew.sit-down"),
        () => ({ type: "sit", player: name.value.trim(), seat: this.seat }),
        labelled(text("crew.player-name"), name),
      ),
    ];
  }

  /**
   * @param {string} player
   * @param {any} told
   */
  occupied(player, told) {
    this.head = element("p", { class: "money quiet" });
    this.hint = element("p", { class: "hint" });
    return [
      this.title(text("crew.seat-of", { seat: String(this.seat), player: called(player) })),
      this.head,
      this.picker(),
      this.moving.controls() ?? "",
      this.hint,
      this.words(player),
      this.money.drawer(told),
    ];
  }

  /**
   * Chips and seat are the player's: the crew passes on what was asked, in words that stand there unless others are typed.
   * @param {string} player
   */
  words(player) {
    const seat = text("crew.seat", { seat: String(this.seat) });
    this.usual = text("crew.asked-for-it", { player: calledInLog(player, seat) });
    this.asked = element("input", { id: "desk-asked", maxlength: "200", autocomplete: "off", value: this.usual });
    return element("label", { class: "asked" }, element("span", { text: text("crew.players-words") }), this.asked);
  }

  /**
   * A step that is the player's own, passed on.
   * @param {Command} command
   */
  async passOn(command) {
    const done = await this.terminal.send({ ...command, seat: this.seat, asked: this.asked.value.trim() });
    if (done) this.asked.value = this.usual;
    return done;
  }

  /** @param {string} words */
  title(words) {
    return element(
      "div",
      { class: "desk-head" },
      element("h2", { text: words }),
      element("button", {
        type: "button",
        text: text("crew.done"),
        "aria-label": text("crew.done-seat"),
        onclick: () => this.leave(),
      }),
    );
  }

  /**
   * What a tap on the felt does now.
   * @param {View} view
   */
  hinted(view) {
    if (this.moving.on) return this.moving.hint;
    if (this.calling === "aloud") return text("crew.hint-aloud");
    if (this.calling) return text(this.calling === "one" ? "crew.hint-call-one" : "crew.hint-call");
    if (this.lifting) return text("crew.hint-down");
    if (view.phase === "dice out" && !view.spins) return text("crew.hint-late");
    return text("crew.hint-chip", { chip: money(this.chip), seat: String(this.seat) });
  }

  picker() {
    const chips = this.rail.map((/** @type {any} */ value) => {
      const button = element("button", {
        type: "button",
        class: "chip",
        "aria-pressed": String(value === this.chip && !this.lifting && !this.calling),
        "aria-label": text("crew.chip-of", { value: money(value) }),
        onclick: () => this.set({ chip: value, lifting: false, calling: "" }),
      });
      button.append(chipPicture(value));
      return button;
    });
    const calls = (/** @type {string} */ words, /** @type {any} */ how) =>
      element("button", {
        type: "button",
        class: "spoken",
        text: words,
        "aria-pressed": String(this.calling === how),
        onclick: () => this.set({ calling: this.calling === how ? "" : how, lifting: false }),
      });
    const { view } = this.terminal.link;
    const called = this.switchable(view).length
      ? [
          calls(text("crew.call-on-off"), "all"),
          ...(view.similar && this.switchable(view).length > 1 ? [calls(text("crew.one-alone"), "one")] : []),
        ]
      : [];
    const down = element("button", {
      type: "button",
      text: text("crew.take-down"),
      "aria-pressed": String(this.lifting),
      onclick: () => this.set({ lifting: !this.lifting, calling: "" }),
    });
    const rail = this.terminal.told.seats[String(this.seat)] ?? {};
    const others = [
      ["checks", text("crew.in-colour-checks")],
      ["tokens", text("crew.with-tokens")],
    ]
      .filter(([name]) => rail[name])
      .map(([name, words]) =>
        element("button", {
          type: "button",
          text: words,
          "aria-pressed": String(this.instrument === name),
          onclick: () => this.set({ instrument: this.instrument === name ? "chips" : name }),
        }),
      );
    const aloud = view.oral ? [calls(text("crew.called-aloud"), "aloud")] : [];
    const throws =
      view.delegates && view.shooter === this.seat
        ? [
            element("button", {
              type: "button",
              class: "spoken",
              text: text("crew.another-throws"),
              onclick: () => anotherThrows(this, view),
            }),
          ]
        : [];
    return element("div", { class: "row" }, ...chips, down, ...called, ...aloud, ...throws, ...others);
  }

  /** @param {View} view */
  switchable(view) {
    return view.stakes.filter((/** @type {Stake} */ stake) => stake.seat === this.seat && stake.switchable);
  }

  /**
   * A call that the player made aloud: the other way than the wager works now.
   * @param {Record<string, any>} given
   */
  call({ key }) {
    const stake = this.switchable(this.terminal.link.view).find(
      (/** @type {Record<string, any>} */ { wager, on }) => spotKey(wager, on) === key,
    );
    if (!stake) return refuse(text("crew.no-such-call"));
    return this.passOn({
      type: "call-wager",
      wager: stake.wager,
      on: stake.on,
      working: !stake.working,
      alone: this.calling === "one",
    });
  }

  /**
   * @param {string} words
   * @param {() => Command} command
   * @param {...any} fields
   */
  form(words, command, ...fields) {
    const send = alone(() => this.terminal.send(command()));
    return element(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          send();
        },
      },
      ...fields,
      element("button", { class: "act", text: words }),
    );
  }

  /** @param {any} changes */
  set(changes) {
    Object.assign(this, changes);
    this.spots = {}; // the amounts of another chip do not hold for this one
    this.show(this.terminal.link.view, this.terminal.told);
  }

  /**
   * @param {Area} area
   * @param {any} event
   */
  choose(area, event) {
    if (event?.type === "click") focused()?.blur(); // so that the space bar goes on with the round
    if (this.seat === null) return announce(text("crew.choose-seat"));
    const { wager, on } = area;
    if (this.moving.on) return this.moving.choose(area);
    if (this.calling === "aloud") return calledAloud(this, area, this.terminal.link.view.oral);
    if (this.calling) return this.call(area);
    if (this.lifting) return this.passOn({ type: "remove-wager", wager, on });
    const amount = this.spots[spotKey(wager, on)]?.next ?? this.chip;
    return this.passOn({ type: "place-wager", wager, amount, on, instrument: this.instrument });
  }
}

/**
 * What a player has in the rail: chips, colour checks, tokens.
 * @param {any} rail
 * @param {any} taken colours, and what each check is worth
 */
function sayRail(rail, [colours = [], value = 0]) {
  return [
    text("crew.in-rail", { amount: money(rail.balance ?? 0) }),
    rail.checks
      ? text("crew.in-checks", {
          amount: money(rail.checks),
          colour: colours.join(text("crew.and")),
          value: money(value),
        })
      : "",
    rail.tokens
      ? text(rail.tokens_for.length ? "crew.in-tokens-for" : "crew.in-tokens", {
          amount: money(rail.tokens),
          wagers: rail.tokens_for.join(text("crew.and")),
        })
      : "",
  ]
    .filter(Boolean)
    .join(", ");
}
