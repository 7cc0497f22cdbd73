// The steps of the round: the next one as one large button and the space bar, the others below it, each always in its place.

import { letterOf } from "../common/dice.js";
import { element, find, sentence } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { NO_CLAUSE, refuse } from "../common/refused.js";
import { hasText, text } from "../common/text.js";
import { worded } from "../common/wording.js";

/** @import { Command, Step } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

/** @param {{ why?: string, clause?: string }} refused */
export const whyNot = ({ why = "", clause }) =>
  clause && clause !== NO_CLAUSE ? `${worded(why)} (${clause})` : worded(why);

/**
 * What the crew will write down of what a player said.
 * @param {{ command: Command }} step
 */
const quoted = ({ command }) =>
  command.asked ? element("small", { class: "quoted", text: `“${command.asked}”` }) : null;

/**
 * Steps that are never there together share a place.
 * @type {Record<string, string>}
 */
const PLACE_OF = { "accept-dice": "offer-dice", "reject-dice": "pass-dice" };

export class Steps {
  /** @param {CrewTerminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    /** @type {Step | null} */
    this.next = null;
    /** @type {string[]} */
    this.places = []; // in the order in which they were first there
  }

  /** @returns {Step[]} */
  get steps() {
    return this.terminal.told.steps;
  }

  /** The next step of the round in one large button, or what it waits for; then what else the crew may do, and why not. */
  show() {
    const entering = !find("#entry").hidden;
    this.next = (entering ? null : this.steps.find((step) => step.next)) ?? null;
    const button = find("#primary");
    button.hidden = !this.next;
    if (this.next)
      button.replaceChildren(
        element("span", { text: this.words(this.next) }, quoted(this.next)),
        element("kbd", { text: text("crew.space") }),
      );
    const stuck = (this.next || entering ? null : this.stuck()) ?? null;
    find("#waiting").hidden = !stuck;
    if (stuck)
      find("#waiting").replaceChildren(
        element("h2", { text: text("crew.waiting") }),
        element("p", { text: sentence(whyNot(stuck)) }),
      );
    this.showOthers(stuck, entering);
    const player = this.steps.some((step) => step.ok && step.command.asked);
    find("#other-words").classList.toggle("unneeded", !player || this.terminal.desk.seat !== null);
    find("#other-words").hidden = entering;
  }

  /**
   * What is not to be done now leaves its place empty; while a result is entered, or a seat is in hand, only what can be done is shown.
   * @param {Step | null} stuck
   * @param {boolean} entering
   */
  showOthers(stuck, entering) {
    const busy = entering || this.terminal.desk.seat !== null;
    const shown = this.steps.filter((step) => step !== this.next && step !== stuck && (step.ok || !busy));
    for (const step of this.steps) {
      const place = placeOf(step);
      if (!this.places.includes(place)) this.places.push(place);
    }
    const cells = busy
      ? shown.map((step) => this.cell(step))
      : this.places.map((place) => {
          const step = shown.find((each) => placeOf(each) === place);
          return step ? this.cell(step) : element("span", { class: "step empty", "data-key": place });
        });
    redraw(find("#steps"), ...cells);
  }

  /** @param {Step} step */
  cell(step) {
    return element(
      "button",
      {
        type: "button",
        class: "step",
        "data-key": placeOf(step),
        "aria-disabled": String(!step.ok),
        onclick: (/** @type {any} */ event) =>
          step.ok ? this.take(step) : refuse(step.why, { clause: step.clause, at: event.currentTarget }),
      },
      element("span", { text: this.words(step) }),
      step.ok ? quoted(step) : element("small", { text: whyNot(step) }),
    );
  }

  /**
   * A step of the round; where it is a player's own, with what the player said: as it stands there, or as it was written anew.
   * @param {{ command: Command }} step
   * @param {Element | null} [at]
   */
  take({ command }, at) {
    const said = find("#said-words");
    const words = said.value.trim();
    if (!command.asked || !words) return this.terminal.send(command, at);
    said.value = "";
    return this.terminal.send({ ...command, asked: words }, at);
  }

  /**
   * The step that the round waits for, when it cannot be done.
   * @returns {Step | undefined}
   */
  stuck() {
    const view = this.terminal.link.view;
    const dice = view.offered ? "accept-dice" : view.shooter || view.house_throws ? "throw-dice" : "offer-dice";
    const ball = view.phase === "betting" ? "spin-ball" : "close-bets";
    const awaited = view.uncalled ? "open-bets" : view.spins ? ball : dice;
    return this.steps.find((step) => step.type === awaited && !step.ok);
  }

  /** @param {Step} step */
  words({ label, command, type }) {
    const seat = String(command.seat ?? "");
    if (command.type === "spin-ball" && command.by_unit) return text("crew.step-spin-by-unit");
    if (command.type === "take-ball-out" && !command.in_time) return text("crew.step-ball-came-to-rest");
    if (command.type === "select-dice")
      return text("crew.step-select-dice", { seat, dice: command.dice.map(letterOf).join(text("crew.and")) });
    return hasText(`crew.step-${type}`) ? text(`crew.step-${type}`, { seat }) : label;
  }

  doNext() {
    if (!this.next) return;
    const step = this.next;
    this.next = null; // one press, one step
    this.take(step, find("#primary"));
  }
}

const placeOf = (/** @type {Step} */ { type, command }) =>
  type === "offer-button" || type === "take-ball-out"
    ? `${type} ${command.seat ?? command.in_time}`
    : (PLACE_OF[type] ?? type);
