// The wheel in motion: it turns while the ball runs against it, and the ball drops into the pocket that is stored.

import { calm } from "../common/motion.js";
import { shape } from "../common/svg.js";
import { labelHere } from "../common/wording.js";

const TURN_MS = 9000; // the wheel, once around
const RUN_MS = 1500; // the ball, once around the other way
const TRACK = -132; // how far outside its pocket the ball runs
const LAST_TURNS = 2; // of the ball, while it slows down

const mod = (/** @type {number} */ degrees) => ((degrees % 360) + 360) % 360;

export class Spinning {
  /**
   * @param {HTMLElement} place
   * @param {string} svg the wheel at rest, with a ball
   * @param {(number | string)[]} order the pockets clockwise
   */
  constructor(place, svg, order) {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    this.picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(drawn, true)));
    labelHere(this.picture);
    this.order = order;
    this.rotor = /** @type {SVGGElement} */ (this.picture.querySelector("#rotor"));
    this.ball = /** @type {SVGCircleElement} */ (this.picture.querySelector("#ball"));
    this.run = shape("g", { class: "run" });
    this.ball.replaceWith(this.run);
    this.run.append(this.ball);
    this.rotor.removeAttribute("transform");
    for (const turned of [this.rotor, this.run, this.ball]) turned.style.transformBox = "view-box";
    for (const turned of [this.rotor, this.run, this.ball]) turned.style.transformOrigin = "0 0";
    this.angles = { rotor: 0, run: 0 };
    /** @type {Animation[]} */
    this.moving = [];
    this.pocket = "";
    this.since = 0;
    place.replaceChildren(this.picture);
    this._stand();
    this.ball.style.visibility = "hidden"; // until a first result is known
  }

  /** The ball is running: around the wheel until a number is known. */
  start() {
    if (this.since) return;
    this.since = performance.now();
    this.pocket = "";
    this.picture.dataset.state = "running";
    delete this.picture.dataset.pocket;
    this.ball.style.visibility = "visible";
    if (calm()) return;
    const { rotor, run } = this.angles;
    this.ball.style.transform = `translateY(${TRACK}px)`;
    const around = { iterations: Infinity };
    this.moving = [
      this.rotor.animate(turn(rotor, rotor + 360), { duration: TURN_MS, ...around }),
      this.run.animate(turn(run, run - 360), { duration: RUN_MS, ...around }),
    ];
  }

  /**
   * The ball drops, within so many milliseconds.
   * @param {number | string} pocket
   * @param {number} milliseconds
   */
  land(pocket, milliseconds) {
    if (milliseconds && !this.since) this.start();
    const ran = this.since ? performance.now() - this.since : 0;
    const rotor = mod(this.angles.rotor + (calm() ? 0 : (ran / TURN_MS) * 360));
    const run = mod(this.angles.run - (calm() ? 0 : (ran / RUN_MS) * 360));
    for (const animation of this.moving) animation.cancel();
    const at = this.order.findIndex((other) => String(other) === String(pocket));
    const rest = rotor + (milliseconds / TURN_MS) * 360;
    const lies = mod(rest + (360 * at) / this.order.length);
    this.since = 0;
    this.pocket = String(pocket);
    this.angles = { rotor: mod(rest), run: lies };
    this.picture.dataset.pocket = this.pocket;
    this.picture.dataset.state = "still";
    this.ball.style.visibility = "visible";
    this._stand();
    if (!milliseconds) return;
    const duration = milliseconds;
    const back = mod(run - lies) + 360 * LAST_TURNS; // the ball goes on against the wheel
    this.moving = [
      this.rotor.animate(turn(rotor, rest), { duration }),
      this.run.animate(turn(lies + back, lies), { duration, easing: "cubic-bezier(.2,.6,.35,1)" }),
      this.ball.animate(
        [
          { transform: `translateY(${TRACK}px)` },
          { transform: `translateY(${TRACK}px)`, offset: 0.55 },
          { transform: "translateY(-26px)", offset: 0.78 },
          { transform: "translateY(-46px)", offset: 0.86 },
          { transform: "translateY(0)" },
        ],
        { duration },
      ),
    ];
  }

  _stand() {
    this.rotor.style.transform = `rotate(${this.angles.rotor}deg)`;
    this.run.style.transform = `rotate(${this.angles.run}deg)`;
    this.ball.style.transform = "none";
  }
}

const turn = (/** @type {number} */ from, /** @type {number} */ to) => [
  { transform: `rotate(${from}deg)` },
  { transform: `rotate(${to}deg)` },
];
