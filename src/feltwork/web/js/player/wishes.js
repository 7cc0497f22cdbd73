// What a player likes at this terminal: sound, contrast, at a practice table the tutorial. Kept in this browser only.

const KEY = "feltwork-wishes";
const FIRST = { sound: false, contrast: false, tutorial: false, alone: false };

export class Wishes {
  constructor(store = globalThis.localStorage) {
    this.store = store;
    try {
      this.now = { ...FIRST, ...JSON.parse(store.getItem(KEY) ?? "{}") };
    } catch {
      this.now = { ...FIRST };
    }
    this.show();
  }

  /** @param {string} name */
  toggle(name) {
    this.now[name] = !this.now[name];
    this.store.setItem(KEY, JSON.stringify(this.now));
    this.show();
    return this.now[name];
  }

  show() {
    document.body.classList.toggle("contrast", this.now.contrast);
    document.body.classList.toggle("alone", this.now.alone); // without the others' chips
  }
}
