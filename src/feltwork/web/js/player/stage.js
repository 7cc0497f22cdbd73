// The place of the dice and the wheel, beside the felt: they move while the table waits for them, and end on the stored
// result, which they are told before they land.

import { calm } from "../common/motion.js";
import { shape } from "../common/svg.js";
import { Spinning } from "./spinning.js";

/** @import { FeltAnswer, View } from "../common/messages.js" */

const DRAWN_MS = { dice: 900, wheel: 4000 };
const ENTERED_MS = { dice: 450, wheel: 1400 }; // dice and ball were seen at the table already
const FACE_MS = 90;
const LYING = [-14, 10]; // how each die lies turned, in degrees

export class Stage {
  /**
   * @param {HTMLElement} place
   * @param {FeltAnswer} felt
   */
  constructor(place, felt) {
    this.place = place;
    this.wheel = felt.wheel ? new Spinning(place, felt.wheel, felt.order) : null;
    /** @type {{ said: string, done: Promise<void> } | null} */
    this.landing = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.tumble = undefined;
    /** @type {SVGElement[]} */
    this.faces = [];
    if (!this.wheel) this._setDice();
  }

  /**
   * The dice are out or the ball runs: they move until something is called. Between rounds the last result lies there.
   * @param {View} view
   * @returns {Promise<void> | undefined} when a result that is called, and not paid yet, lies still
   */
  wait(view) {
    const { phase, entered } = view;
    if (phase === "result entered" && entered !== null && entered !== undefined) return this.show(entered);
    if (this.landing) return undefined;
    if (isOut(view)) this.start();
    else if (this.place.dataset.result === undefined && view.history.length) this._end(view.history.at(-1)?.result, 0);
    return undefined;
  }

  /**
   * Do they begin to move with this view?
   * @param {View} view
   */
  begins(view) {
    return isOut(view) && !this.landing && !this.place.classList.contains("out");
  }

  start() {
    if (this.place.classList.contains("out")) return;
    this.place.classList.add("out");
    delete this.place.dataset.result;
    if (this.wheel) this.wheel.start();
    else if (!calm()) this.tumble ??= setInterval(() => this._show([face(), face()]), FACE_MS);
  }

  /**
   * Resolves when the result lies still: what it did is told only then.
   * @param {any} result
   * @returns {Promise<void>}
   */
  show(result, drawn = false) {
    const said = String(result);
    if (this.landing?.said === said) return this.landing.done;
    if (this.place.dataset.result === said && !this.landing) return Promise.resolve(); // it was called, and lies there
    const milliseconds = calm() ? 0 : (drawn ? DRAWN_MS : ENTERED_MS)[this.wheel ? "wheel" : "dice"];
    this.start();
    this.wheel?.land(result, milliseconds);
    const done = new Promise((resolve) => setTimeout(resolve, milliseconds)).then(() => {
      if (this.landing?.done !== done) return;
      this.landing = null;
      this._end(result, null);
    });
    this.landing = { said, done };
    return done;
  }

  /**
   * @param {any} result
   * @param {number | null} milliseconds nothing where the wheel has stopped already
   */
  _end(result, milliseconds) {
    clearInterval(this.tumble);
    this.tumble = undefined;
    this.place.classList.remove("out");
    this.place.dataset.result = String(result);
    if (!this.wheel) this._show(result);
    else if (milliseconds !== null) this.wheel.land(result, milliseconds);
  }

  _setDice() {
    const picture = shape("svg", { viewBox: "0 0 216 108", class: "dice" });
    this.faces = LYING.map((angle, i) => {
      const middle = 56 + i * 104;
      const die = shape("g", { class: "die" });
      const lying = shape("use", { x: middle - 40, y: 14, width: 80, height: 80 });
      lying.setAttribute("transform", `rotate(${angle} ${middle} 54)`);
      die.append(lying);
      picture.append(die);
      return lying;
    });
    this.place.replaceChildren(picture);
    this._show([3, 4]);
  }

  /** @param {number[]} dice */
  _show(dice) {
    for (const [i, die] of this.faces.entries()) die.setAttribute("href", `#die-${dice[i]}`);
  }
}

/** @param {View} view */
const isOut = ({ phase, awaited }) => phase === "dice out" || Boolean(awaited && !awaited[0]);

const face = () => 1 + Math.floor(Math.random() * 6);
