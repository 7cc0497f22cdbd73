// The steps of the round: the next one as one large button and the space bar, the others below it.

import { announce, element, find, sentence } from "../common/page.js";
import { redraw } from "../common/redraw.js";

/** @import { Command, Step } from "../common/messages.js" */
/** @import { CrewTerminal } from "./terminal.js" */

/** @param {{ why?: string, clause?: string }} refused */
export const whyNot = ({ why = "", clause }) => (clause ? `${why} (${clause})` : why);

/**
 * What the crew will write down of what a player said.
 * @param {{ command: Command }} step
 */
const quoted = ({ command }) =>
  command.asked ? element("small", { class: "quoted", text: `“${command.asked}”` }) : null;

export class Steps {
  /** @param {CrewTerminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    /** @type {Step | null} */
    this.next = null;
  }

  /** @returns {Step[]} */
  get steps() {
    return this.terminal.told.steps;
  }

  /** The next step of the round in one large button, or what it waits for; then what else the crew may do, and why not. */
  show() {
    const entering = !find("#entry").hidden;
    const busy = entering || this.terminal.desk.seat !== null; // then only what can be done is shown
    this.next = (entering ? null : this.steps.find((step) => step.next)) ?? null;
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
        element("p", { text: sentence(whyNot(stuck)) }),
      );
    const others = this.steps.filter((step) => step !== this.next && step !== stuck && (step.ok || !busy));
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
          step.ok ? quoted(step) : element("small", { text: whyNot(step) }),
        ),
      ),
    );
    find("#said").hidden = busy || !this.steps.some((step) => step.ok && step.command.asked);
  }

  /**
   * A step of the round; where it is a player's own, with what the player said: as it stands there, or as it was written anew.
   * @param {{ command: Command }} step
   */
  take({ command }) {
    const said = find("#said-words");
    const words = said.value.trim();
    if (!command.asked || !words) return this.terminal.send(command);
    said.value = "";
    return this.terminal.send({ ...command, asked: words });
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
  words({ label, command }) {
    if (command.type === "spin-ball" && command.by_unit) return `${label} with the unit`;
    if (command.type === "select-dice") return `Seat ${command.seat} takes dice ${command.dice.join(" and ")}`;
    if (["accept-dice", "reject-dice", "pass-dice", "press-button"].includes(command.type))
      return `Seat ${command.seat} ${label[0].toLowerCase()}${label.slice(1)}`;
    if (command.type === "offer-button") return `${label} seat ${command.seat}`;
    return label;
  }

  doNext() {
    if (!this.next) return;
    const step = this.next;
    this.next = null; // one press, one step
    this.take(step);
  }
}
