// A dealer's entry in two steps. Nothing impossible can be entered; a half entry is forgotten after two seconds.

export const HALF_ENTRY_MS = 2000;

export class DiceEntry {
  constructor(changed, { later = setTimeout, never = clearTimeout } = {}) {
    this.dice = [];
    this._changed = changed;
    this._later = later;
    this._never = never;
  }

  // A key: 1 to 6 is a die, Backspace takes the last one back, Escape all of it. True when the key was ours.
  press(key) {
    if (/^[1-6]$/.test(key)) {
      if (this.dice.length === 2) this.dice = [];
      this.dice.push(Number(key));
      this._never(this._timer);
      if (this.dice.length === 1) this._timer = this._later(() => this.clear(), HALF_ENTRY_MS);
    } else if (key === "Backspace") {
      this.dice.pop();
    } else if (key === "Escape") {
      this.dice = [];
    } else {
      return false;
    }
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
}

export class NumberEntry {
  constructor(wheel, changed, { later = setTimeout, never = clearTimeout } = {}) {
    this.wheel = wheel.map(String);
    this.text = "";
    this._changed = changed;
    this._later = later;
    this._never = never;
  }

  press(key) {
    if (/^[0-9]$/.test(key)) {
      const longer = this.text + key;
      if (this.wheel.some((pocket) => pocket.startsWith(longer))) this.text = longer;
      else if (this.wheel.some((pocket) => pocket.startsWith(key))) this.text = key;
      this._never(this._timer);
    } else if (key === "Backspace") {
      this.text = this.text.slice(0, -1);
    } else if (key === "Escape") {
      this.text = "";
    } else {
      return false;
    }
    this._changed();
    return true;
  }

  choose(pocket) {
    this.text = String(pocket);
    this._changed();
  }

  clear() {
    this.text = "";
    this._changed();
  }

  get whole() {
    return this.wheel.includes(this.text);
  }

  get pocket() {
    return this.text === "00" ? "00" : Number(this.text);
  }
}
