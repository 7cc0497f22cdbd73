// Dice and wheel in motion. They only ever end on the stored result: the animation is told it before it starts.

import { shape } from "../common/svg.js";

const DRAWN_MS = { dice: 900, wheel: 4000 };
const ENTERED_MS = { dice: 450, wheel: 1400 }; // dice and ball were seen at the table already
const SHOWN_MS = 1400;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
  /**
   * @param {HTMLElement} place
   * @param {any} felt
   */
  constructor(place, felt) {
    this.place = place;
    this.wheel = felt.wheel ? new DOMParser().parseFromString(felt.wheel, "image/svg+xml").documentElement : null;
    this.order = felt.order ?? [];
    this.turns = 0;
  }

  /**
   * Resolves when the result lies still: what it did is told only then.
   * @param {any} result
   */
  show(result, drawn = false) {
    clearTimeout(this.gone);
    const dice = Array.isArray(result);
    if (!dice && !this.wheel) return Promise.resolve();
    const milliseconds = still() ? 0 : (drawn ? DRAWN_MS : ENTERED_MS)[dice ? "dice" : "wheel"];
    if (dice) this._dice(result, milliseconds);
    else this._wheel(result, milliseconds);
    this._closeAfter(milliseconds + SHOWN_MS);
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /**
   * @param {any} result
   * @param {number} milliseconds
   */
  _dice(result, milliseconds) {
    const picture = shape("svg", { viewBox: "0 0 220 110", class: "dice" });
    const faces = result.map((/** @type {number} */ face, /** @type {number} */ i) =>
      picture.appendChild(shape("use", { href: `#die-${face}`, x: 8 + i * 108, y: 8, width: 94, height: 94 })),
    );
    this._open(picture);
    if (milliseconds) {
      const tumble = setInterval(() => {
        for (const face of faces) face.setAttribute("href", `#die-${1 + Math.floor(Math.random() * 6)}`);
      }, 90);
      picture.classList.add("rolling");
      setTimeout(() => {
        clearInterval(tumble);
        picture.classList.remove("rolling");
        for (const [i, face] of faces.entries()) face.setAttribute("href", `#die-${result[i]}`);
      }, milliseconds);
    }
  }

  /**
   * @param {number | string} pocket
   * @param {number} milliseconds
   */
  _wheel(pocket, milliseconds) {
    const picture = /** @type {HTMLElement} */ (this.wheel?.cloneNode(true));
    picture.classList.add("wheel");
    /** @type {HTMLElement | null} */
    const rotor = picture.querySelector(".rotor, #rotor");
    const at = this.order.findIndex((/** @type {any} */ other) => String(other) === String(pocket));
    this._open(picture);
    if (rotor && at >= 0) {
      const angle = -(360 * at) / this.order.length;
      rotor.style.transformOrigin = "0 0"; // the wheel is drawn around its middle
      rotor.style.transformBox = "view-box";
      if (!milliseconds) rotor.style.transform = `rotate(${angle}deg)`;
      else {
        rotor.animate([{ transform: `rotate(${angle - 1440}deg)` }, { transform: `rotate(${angle}deg)` }], {
          duration: milliseconds,
          easing: "cubic-bezier(.12,.7,.2,1)",
          fill: "forwards",
        });
      }
    }
  }

  /** @param {any} picture */
  _open(picture) {
    this.place.replaceChildren(picture);
    this.place.classList.add("shown");
  }

  /** @param {number} milliseconds */
  _closeAfter(milliseconds) {
    this.gone = setTimeout(() => this.place.classList.remove("shown"), milliseconds);
  }
}
