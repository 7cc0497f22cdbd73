// A dealer's entry in two steps. Nothing impossible can be entered; a half entry is forgotten after two seconds.

export const HALF_ENTRY_MS = 2000;

export class DiceEntry {
  /** @param {() => void} changed */
  constructor(
    changed,
    {
      later = (/** @type {(...given: any[]) => any} */ act, /** @type {number} */ ms) => setTimeout(act, ms),
      never = (/** @type {any} */ timer) => clearTimeout(timer),
    } = {},
  ) {
    /** @type {number[]} */
    this.dice = [];
    this._changed = changed;
    this._later = later;
    this._never = never;
  }

  /**
   * A key: 1 to 6 is a die, Backspace takes the last one back, Escape all of it. True when the key was ours.
   * @param {string} key
   */
  press(key) {
    if (/^[1-6]$/.test(key)) {
      if (this.dice.length === 2) this.dice = [];
      this.dice.push(Number(key));
    } else if (key === "Backspace") {
      this.dice.pop();
    } else if (key === "Escape") {
      this.dice = [];
    } else {
      return false;
    }
    this._never(this._timer);
    if (this.dice.length === 1) this._timer = this._later(() => this.clear(), HALF_ENTRY_MS);
    this._changed();
    return true;
  }

  clear() {
    this.dice = [];
    this._never(this._timer);
    this._changed();
  }

  get whole() {
    return this.dice.length === 2;
  }

  get empty() {
    return this.dice.length === 0;
  }
}

// How the ball ran: which way, the wheel the other way, and how often round, as far as the dealer counted. Nothing is chosen beforehand.
export class SpinEntry {
  /**
   * @param {any} least
   * @param {() => void} changed
   */
  constructor(least, changed) {
    this.least = least;
    this.most = least + 4;
    this._changed = changed;
    /** @type {string | null} */
    this.ball = null;
    /** @type {number | null} */
    this.times = null;
  }

  get whole() {
    return this.ball !== null && this.times !== null;
  }

  get told() {
    return {
      ball: this.ball,
      wheel: this.ball === "clockwise" ? "anticlockwise" : "clockwise",
      revolutions: this.times,
    };
  }

  /**
   * Arrows: to the right is clockwise, to the left anticlockwise; up is once more round, down once less.
   * @param {string} key
   */
  press(key) {
    if (key === "ArrowRight" || key === "ArrowLeft") this.ball = key === "ArrowRight" ? "clockwise" : "anticlockwise";
    else if (key === "ArrowUp") this.times = this.times === null ? this.least : Math.min(this.times + 1, this.most);
    else if (key === "ArrowDown") this.times = this.times === null ? this.least : Math.max(this.times - 1, this.least);
    else return false;
    this._changed();
    return true;
  }

  /**
   * @param {"ball" | "times"} what
   * @param {any} value
   */
  choose(what, value) {
    if (what === "ball") this.ball = value;
    else this.times = value;
    this._changed();
  }

  clear() {
    this.ball = null;
    this.times = null;
  }
}

// A number of the wheel, by its digits or at once from the pad. Digits belong together for as long as a half entry
// lives: a later one begins a new number.
export class NumberEntry {
  /**
   * @param {any} wheel
   * @param {() => void} changed
   */
  constructor(
    wheel,
    changed,
    {
      later = (/** @type {(...given: any[]) => any} */ act, /** @type {number} */ ms) => setTimeout(act, ms),
      never = (/** @type {any} */ timer) => clearTimeout(timer),
    } = {},
  ) {
    this.wheel = wheel.map(String);
    this.text = "";
    this._growing = false;
    this._changed = changed;
    this._later = later;
    this._never = never;
  }

  /** @param {string} key */
  press(key) {
    if (/^[0-9]$/.test(key)) {
      const longer = this._growing ? this.text + key : key;
      if (this._begins(longer)) this._set(longer);
      else if (this._begins(key)) this._set(key);
    } else if (key === "Backspace") {
      this._set(this.text.slice(0, -1));
    } else if (key === "Escape") {
      this._set("");
    } else {
      return false;
    }
    this._changed();
    return true;
  }

  /** @param {number | string} pocket */
  choose(pocket) {
    this.text = String(pocket);
    this._growing = false;
    this._changed();
  }

  clear() {
    this._set("");
    this._changed();
  }

  get whole() {
    return this.wheel.includes(this.text);
  }

  get empty() {
    return this.text === "";
  }

  get pocket() {
    return this.text === "00" ? "00" : Number(this.text);
  }

  /** @param {string} text */
  _begins(text) {
    return this.wheel.some((/** @type {string} */ pocket) => pocket.startsWith(text));
  }

  /** @param {string} text */
  _set(text) {
    this.text = text;
    this._growing = text !== "";
    this._never(this._timer);
    if (text)
      this._timer = this._later(() => {
        this._growing = false;
      }, HALF_ENTRY_MS);
  }
}
