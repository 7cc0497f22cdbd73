// Money of the seat in hand: bought in, sold, changed into checks or tokens, collected.

import { parse } from "../common/money.js";
import { alone, element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { sharers } from "./spoken.js";

/** @import { Command } from "../common/messages.js" */
/** @import { Desk } from "./desk.js" */

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
export function labelled(words, input) {
  return element("label", {}, element("span", { text: words }), input);
}

/**
 * @param {string} words
 * @param {string} id
 * @param {string} value
 */
function field(words, id, value) {
  const input = element("input", { id, inputmode: "decimal", size: "7", value, autocomplete: "off" });
  return { input, label: labelled(words, input) };
}

export class SeatMoney {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.open = false; // the drawer
  }

  /**
   * The drawer with money, checks and leaving.
   * @param {any} told
   */
  drawer(told) {
    const seat = this.desk.seat;
    const amount = field(text("crew.amount"), "desk-amount", "100.00");
    const doing = (/** @type {string} */ words, /** @type {string} */ type) =>
      element("button", {
        type: "button",
        text: words,
        "data-once": true,
        onclick: alone(() => this.withAmount(amount.input, (cents) => ({ type, seat, amount: cents }))),
      });
    const buying = element("button", {
      type: "button",
      text: text("crew.buy-in"),
      "data-once": true,
      onclick: alone(() =>
        this.withAmount(
          amount.input,
          (cents) => ({ type: "buy-in", amount: cents }),
          (command) => this.desk.passOn(command),
        ),
      ),
    });
    const { view } = this.desk.terminal.link;
    return element(
      "details",
      {
        class: "more",
        open: this.open,
        ontoggle: (/** @type {any} */ event) => {
          this.open = event.target.open;
        },
      },
      element("summary", { text: text("crew.money-and-leaving") }),
      element(
        "div",
        { class: "row" },
        amount.label,
        buying,
        told.sells ? doing(text("crew.sell-chips"), "sell-chips") : null,
      ),
      told.vouchers ? this.vouchers(amount.input) : null,
      view.colours ? this.colours(view.colours.set) : null,
      this.leaving(),
    );
  }

  /**
   * Colour checks: a colour nobody else has, at the value the player sets on each; redeemed at this table only.
   * @param {string[]} set
   */
  colours(set) {
    const seat = this.desk.seat;
    const colour = element(
      "select",
      { id: "desk-colour" },
      ...set.map((name) => element("option", { value: name, text: name })),
    );
    const value = field(text("crew.each-worth"), "desk-value", "1.00");
    const amount = field(text("crew.in-all-field"), "desk-checks", "20.00");
    return element(
      "div",
      { class: "row" },
      labelled(text("crew.colour"), colour),
      value.label,
      amount.label,
      element("button", {
        type: "button",
        text: text("crew.issue"),
        "data-once": true,
        onclick: alone(() =>
          this.withAmount(value.input, (each) =>
            this.withAmount(amount.input, (all) => ({
              type: "buy-colour",
              seat,
              colour: colour.value,
              value: each,
              amount: all,
            })),
          ),
        ),
      }),
      element("button", {
        type: "button",
        text: text("crew.redeem"),
        onclick: () => this.desk.passOn({ type: "redeem-colour" }),
      }),
      ...sharers(this.desk, this.desk.terminal.link.view),
    );
  }

  /**
   * A promotional voucher against tokens of the amount above; tokens are never paid out, only handed in.
   * @param {HTMLInputElement} amount
   */
  vouchers(amount) {
    const seat = this.desk.seat;
    const voucher = element("input", { id: "desk-voucher", maxlength: "64", autocomplete: "off" });
    return element(
      "div",
      { class: "row" },
      labelled(text("crew.voucher"), voucher),
      element("button", {
        type: "button",
        text: text("crew.for-tokens"),
        "data-once": true,
        onclick: alone(() =>
          this.withAmount(amount, (cents) => ({
            type: "exchange-voucher",
            seat,
            voucher: voucher.value.trim(),
            amount: cents,
          })),
        ),
      }),
      element("button", {
        type: "button",
        text: text("crew.hand-in"),
        onclick: () => this.desk.passOn({ type: "hand-in-tokens" }),
      }),
    );
  }

  leaving() {
    const doing = (/** @type {string} */ words, /** @type {string} */ type) =>
      element("button", {
        type: "button",
        text: words,
        "data-once": true,
        onclick: alone(() => this.desk.passOn({ type })),
      });
    return element(
      "div",
      { class: "row" },
      doing(text("crew.collect"), "collect"),
      doing(text("crew.leaves"), "leave"),
    );
  }

  /**
   * What is done with an amount that somebody typed.
   * @param {HTMLInputElement} input
   * @param {(cents: number) => any} command
   * @param {(made: Command) => any} send
   */
  withAmount(input, command, send = (made) => this.desk.terminal.send(made)) {
    const cents = parse(input.value);
    if (cents === null) return refuse(text("crew.not-an-amount", { typed: input.value }), { at: input });
    const made = command(cents);
    return made?.type ? send(made) : undefined;
  }
}
