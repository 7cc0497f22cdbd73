// The result, twice: entered, echoed large, then confirmed by entering it again. Until then it can be taken back.

import { element } from "../common/page.js";
import { colourOf } from "../common/phase.js";
import { redraw } from "../common/redraw.js";
import { refuse } from "../common/refused.js";
import { shape } from "../common/svg.js";
import { text } from "../common/text.js";
import { DiceEntry, NumberEntry, SpinEntry } from "./entry.js";
import { dieFace } from "./sensed.js";

/** @import { CrewTerminal } from "./terminal.js" */
/** @import { View } from "../common/messages.js" */

export class EntryPanel {
  /**
   * @param {HTMLElement} place
   * @param {CrewTerminal} terminal
   * @param {any} wheel
   */
  constructor(place, terminal, wheel) {
    this.place = place;
    this.terminal = terminal;
    this.dice = !wheel?.length;
    this.wheel = wheel ?? [];
    this.byDice = new DiceEntry(() => this.draw());
    this.byNumber = new NumberEntry(this.wheel, () => this.draw());
    /** @type {SpinEntry | null} */
    this.spin = null; // what is told of a spin, at a table that keeps a record of it
    this.again = false; // taken back: the next entry replaces the one that stands
  }

  /** @param {View} view */
  show(view) {
    if (view.phase !== "result entered") this.again = false;
    const out = view.phase === "dice out" && (view.closed || !view.spins);
    const open = (out || view.phase === "result entered") && !view.awaited;
    this.spin ??= view.valid_spin ? new SpinEntry(view.valid_spin, () => this.draw()) : null;
    if (this.place.hidden === open) {
      this.entry.clear();
      this.spin?.clear();
    }
    this.place.hidden = !open || this.electronic(view);
    this.draw();
  }

  /** @param {View} view */
  electronic(view) {
    return this.dice && (view.source !== "dealer" || Boolean(view.shooting)); // drawn, or read by sensors
  }

  get entry() {
    return this.dice ? this.byDice : this.byNumber;
  }

  get confirming() {
    return this.terminal.link.view.phase === "result entered" && !this.again;
  }

  draw() {
    if (this.place.hidden) return;
    const view = this.terminal.link.view;
    const asks = this.dice
      ? text("crew.what-dice-show")
      : this.spin
        ? text("crew.how-ball-ran")
        : text("crew.where-ball");
    const told = this.confirming ? text("crew.entered-again", { result: say(view.entered) }) : asks;
    this.place.classList.toggle("confirming", this.confirming);
    redraw(
      this.place,
      element("p", { class: "asks", text: told }),
      ...(this.confirming ? this.looks() : []),
      this.echo(),
      this.confirming ? null : this.ran(),
      this.pad(),
      element(
        "div",
        { class: "row" },
        element(
          "button",
          { class: "act go", type: "button", disabled: !this.whole, onclick: () => this.send() },
          element("span", { text: text(this.confirming ? "crew.confirm" : "crew.enter") }),
          element("kbd", { text: "Enter" }),
        ),
        this.confirming
          ? element(
              "button",
              { type: "button", onclick: () => this.takeBack() },
              element("span", { text: text("crew.take-back") }),
              element("kbd", { text: "Esc" }),
            )
          : null,
      ),
    );
  }

  // Whose word on the dice is final looks at the entry before a chip moves.
  looks() {
    const { rules } = this.terminal.told ?? {};
    return rules
      ? [
          element("p", {
            class: "small quiet",
            text: text("crew.look-now", rules),
          }),
        ]
      : [];
  }

  echo() {
    const output = element("output", { class: "echo number", "aria-live": "assertive" });
    if (!this.dice)
      output.append(
        element("b", {
          class: this.byNumber.text ? colourOf(this.byNumber.text) : "none",
          text: this.byNumber.text || "–",
        }),
      );
    else {
      const faces = [0, 1].map((i) => this.byDice.dice[i]);
      output.setAttribute("aria-label", faces.map((face) => face ?? text("crew.nothing-yet")).join(text("crew.and")));
      output.append(...faces.map((face) => (face ? dieFace(face) : element("span", { class: "face none" }))));
      output.append(element("b", { text: this.entry.whole ? String(faces[0] + faces[1]) : "" }));
    }
    return output;
  }

  pad() {
    if (this.dice) {
      return element(
        "div",
        { class: "pad dice-pad" },
        ...[1, 2, 3, 4, 5, 6].map((face) =>
          element("button", {
            type: "button",
            text: String(face),
            "aria-label": text("crew.a-die-shows", { face: String(face) }),
            onclick: () => this.entry.press(String(face)),
          }),
        ),
      );
    }
    const value = (/** @type {number | string} */ pocket) => (pocket === "00" ? 0.5 : Number(pocket));
    const zeros = this.wheel.filter((/** @type {number | string} */ pocket) => value(pocket) < 1).length;
    return element(
      "div",
      { class: `pad number-pad zeros-${zeros}` },
      ...[...this.wheel]
        .sort((a, b) => value(a) - value(b))
        .map((pocket) =>
          element("button", {
            type: "button",
            class: colourOf(pocket),
            text: String(pocket),
            "aria-label": `${pocket}, ${colourOf(pocket)}`,
            onclick: () => this.byNumber.choose(pocket),
          }),
        ),
    );
  }

  get whole() {
    return this.entry.whole && (this.confirming || !this.spin || this.spin.whole);
  }

  // Which way the ball ran, and how often round. Less than that, or with the wheel, is no spin, and is called so.
  ran() {
    const { spin } = this;
    if (!spin) return null;
    const { least, most } = spin;
    const button = (
      /** @type {"ball" | "times"} */ what,
      /** @type {any} */ value,
      /** @type {string} */ words,
      /** @type {string} */ label,
    ) =>
      element("button", {
        type: "button",
        text: words,
        "aria-label": label,
        "aria-pressed": String(spin[what] === value),
        onclick: () => spin.choose(what, value),
      });
    const turn = (/** @type {any} */ way, /** @type {string} */ label) => {
      const made = button("ball", way, "", label);
      made.append(
        shape(
          "svg",
          { viewBox: "0 0 24 24", class: way, "aria-hidden": "true" },
          shape("path", { d: "M19 12a7 7 0 1 1-2.6-5.4M17 2.5v4.5h-4.5" }),
        ),
        element("small", { text: text(`crew.way-${way}`) }),
      );
      return made;
    };
    const rounds = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    return element(
      "div",
      { class: "ran", role: "group", "aria-label": text("crew.ball-ran") },
      turn("clockwise", text("crew.ball-clockwise")),
      turn("anticlockwise", text("crew.ball-anticlockwise")),
      element("span", { class: "quiet", text: text("crew.times-label") }),
      ...rounds.map((many) =>
        button(
          "times",
          many,
          many === most ? `${many}×+` : `${many}×`,
          text(many === most ? "crew.times-or-more" : "crew.times-round", { count: many }),
        ),
      ),
    );
  }

  /**
   * A key that is ours: true. Enter counts only when something whole stands there.
   * @param {any} event
   */
  key(event) {
    if (this.place.hidden || (event.repeat && event.key !== "Backspace")) return false;
    if (event.key === "Enter" && this.entry.whole) this.send();
    else if (!this.confirming && this.spin?.press(event.key)) return true;
    else if (event.key === "Escape" && this.entry.empty) {
      if (!this.confirming) return false;
      this.takeBack();
    } else return this.entry.press(event.key);
    return true;
  }

  takeBack() {
    this.again = true;
    this.entry.clear();
  }

  async send() {
    if (!this.entry.whole) return;
    if (!this.whole) {
      refuse(text("crew.tell-ball"), { at: this.place.querySelector(".ran") });
      return;
    }
    const step = this.confirming ? "confirm" : "enter";
    const command = this.dice
      ? { type: `${step}-result`, first: this.byDice.dice[0], second: this.byDice.dice[1] }
      : { type: `${step}-number`, pocket: this.byNumber.pocket, ...(step === "enter" ? this.spin?.told : {}) };
    this.entry.clear();
    if (await this.terminal.send(command, this.place.querySelector(".echo"))) this.again = false;
    this.draw();
  }
}

/** @param {any} result */
export function say(result) {
  return Array.isArray(result) ? result.join(text("crew.and")) : String(result);
}
