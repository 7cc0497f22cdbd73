// The dice slot, always in the same place: who shoots, the dice offered with a countdown, two of five, the throw.

import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";

/** @import { Command, View } from "../common/messages.js" */

const AROUND = 100;
const LETTERS = "ABCDEFGHIJ";
const TWO = 2;

/**
 * How much of the ring around the button is left, of a hundred.
 * @param {number} until
 * @param {number} now
 * @param {number} seconds
 */
export function ringLeft(until, now, seconds) {
  return Math.max(0, Math.min(AROUND, ((until - now) / (seconds * 1e6)) * AROUND));
}

function ring() {
  const picture = shape("svg", { viewBox: "0 0 44 44", class: "count-ring", "aria-hidden": "true" });
  for (const kind of ["track", "left"])
    picture.append(shape("circle", { class: kind, cx: 22, cy: 22, r: 18, pathLength: AROUND }));
  return picture;
}

/**
 * What the slot says and offers now.
 * @typedef {{ who: string, mine?: boolean, until?: number | null, seconds?: number, buttons?: any[] }} Slot
 */

export class DiceSlot {
  /**
   * @param {HTMLElement} place
   * @param {number} seat
   * @param {{ send: (command: Command) => any, letThrow: () => any }} how
   */
  constructor(place, seat, { send, letThrow }) {
    this.place = place;
    this.seat = seat;
    this.send = send;
    this.letThrow = letThrow;
    /** @type {number[]} */
    this.chosen = []; // dice tapped so far, of two
    /** @type {Slot} */
    this.slot = { who: "" };
    this.offer = { seat: /** @type {number | null} */ (null), until: /** @type {number | null} */ (null), seconds: 0 };
    this.shown = "";
    this.view = /** @type {View | null} */ (null);
  }

  /**
   * The dice were offered at a moment; where the house deals, it waits so many seconds for an answer.
   * @param {number} seat
   * @param {number} at
   * @param {number} seconds
   */
  offered(seat, at, seconds) {
    this.offer = { seat, until: seconds ? at + seconds * 1e6 : null, seconds };
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    if (view.shooter !== this.seat || view.dice.hand.length >= TWO) this.chosen = [];
    this.slot = this._of(view);
    const { who, mine = false, until = null, buttons = [] } = this.slot;
    this.place.classList.toggle("mine", mine);
    const ringed = until
      ? element("span", { class: "counts" }, ring(), element("span", { class: "left number" }))
      : null;
    redraw(
      this.place,
      element("p", { class: "who" }, ringed, element("span", { text: who })),
      element("div", { class: "do" }, ...buttons, ...this._sharing(view)),
    );
  }

  /** The button that Space presses: to take the dice, to throw, to spin. */
  get first() {
    return /** @type {HTMLButtonElement | null} */ (this.place.querySelector("button.act"));
  }

  /**
   * @param {View} view
   * @returns {Slot}
   */
  _of(view) {
    const { seat } = this;
    const betting = view.phase === "betting";
    if (view.awaited?.[0] === seat && betting)
      return {
        who: text("player.your-throw"),
        mine: true,
        until: view.awaited[1],
        buttons: [this._button("player.shoot", { type: "press-shoot", seat }, "act shoot")],
      };
    if (view.button === seat)
      return {
        who: text("player.your-spin"),
        mine: true,
        buttons: [this._button("player.spin-ball", { type: "press-button", seat }, "act")],
      };
    if (view.offered === seat)
      return {
        who: text("player.dice-offered"),
        mine: true,
        until: this.offer.seat === seat ? this.offer.until : null,
        seconds: this.offer.seconds,
        buttons: [
          this._button("player.take-dice", { type: "accept-dice", seat }, "act"),
          this._button("player.refuse-dice", { type: "reject-dice", seat }),
        ],
      };
    if (view.shooter === seat && betting && !view.awaited && !view.spins) return this._shooting(view);
    if (view.thrower && view.thrower === view.seats[seat] && betting)
      return { who: text("player.you-throw-for", { seat: Number(view.shooter) }), mine: true };
    return { who: this._others(view) };
  }

  /**
   * This seat has the dice: two of them are tapped, then they are thrown, or passed on.
   * @param {View} view
   * @returns {Slot}
   */
  _shooting(view) {
    const { seat } = this;
    const chooses = view.dice.hand.length < TWO && !view.source?.includes("draw");
    const pool = [...view.dice.bowl, ...view.dice.hand, ...view.dice.waiting];
    if (chooses && pool.length > 1) {
      this.chosen = this.chosen.filter((die) => pool.includes(die));
      return {
        who: text("player.tap-two", { count: TWO - this.chosen.length }),
        mine: true,
        buttons: pool.map((die) => this._die(die)),
      };
    }
    const buttons = [];
    if (!view.frozen.length) buttons.push(this._button("player.pass-dice", { type: "pass-dice", seat })); // after any roll, but for a seven that freezes
    if (view.delegates)
      buttons.push(
        element("button", {
          type: "button",
          text: view.thrower ? text("player.throws-for-you", { person: view.thrower }) : text("player.let-throw"),
          "data-key": "authorise-thrower",
          onclick: this.letThrow,
        }),
      );
    return { who: text("player.your-throw-now"), mine: true, buttons };
  }

  /** @param {number} die */
  _die(die) {
    const letter = LETTERS[die - 1] ?? String(die);
    return element("button", {
      type: "button",
      class: "die",
      text: letter,
      "data-key": `die-${die}`,
      "aria-label": text("player.die", { letter }),
      "aria-pressed": String(this.chosen.includes(die)),
      onclick: () => this._tap(die),
    });
  }

  /** @param {number} die */
  _tap(die) {
    this.chosen = this.chosen.includes(die) ? this.chosen.filter((other) => other !== die) : [...this.chosen, die];
    if (this.chosen.length === TWO) {
      this.send({ type: "select-dice", seat: this.seat, dice: this.chosen });
      this.chosen = [];
    }
    if (this.view) this.show(this.view);
  }

  /** @param {View} view */
  _others(view) {
    const { awaited, offered, shooter, spins, thrower } = view;
    if (spins) return text(view.button ? "player.seat-spins" : "player.dealer-spins", { seat: Number(view.button) });
    if (awaited) return awaited[0] ? text("player.seat-throws", { seat: awaited[0] }) : text("player.table-throws");
    if (offered) return text("player.offered-to", { seat: offered });
    if (shooter && thrower) return text("player.throws-for", { person: thrower, seat: shooter });
    if (shooter === this.seat) return text("player.your-dice-out");
    if (shooter) return text("player.seat-throws", { seat: shooter });
    if (view.house_throws) return text("player.dealer-throws");
    return text("player.no-shooter");
  }

  /**
   * Who has asked for a colour that this player has: it is issued once the player agrees.
   * @param {View} view
   */
  _sharing(view) {
    return (view.colours?.sharing ?? [])
      .filter((/** @type {any} */ asked) => asked.of.includes(this.seat))
      .map((/** @type {any} */ asked) =>
        this._button(
          "player.share-colour",
          { type: "agree-colour", seat: this.seat, with_seat: asked.seat, colour: asked.colour },
          "",
          { colour: asked.colour, seat: asked.seat, player: view.seats[asked.seat] ?? "" },
        ),
      );
  }

  /**
   * @param {string} key
   * @param {Command} command
   * @param {string} [kind]
   * @param {Record<string, any>} [named]
   */
  _button(key, command, kind = "", named = {}) {
    return element("button", {
      type: "button",
      class: kind,
      text: text(key, named),
      "data-key": command.type,
      onclick: () => this.send(command),
    });
  }

  /**
   * Between two messages of the server the ring runs down by its clock.
   * @param {number} now
   * @param {number} seconds
   */
  tick(now, seconds) {
    const circle = this.place.querySelector(".count-ring .left");
    if (!circle || !this.slot.until) return;
    const { until } = this.slot;
    circle.setAttribute("stroke-dasharray", `${ringLeft(until, now, this.slot.seconds || seconds)} ${AROUND}`);
    const left = this.place.querySelector("span.left");
    if (left) left.textContent = String(Math.max(0, Math.ceil((until - now) / 1e6)));
  }
}
