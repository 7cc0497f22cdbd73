// A seat in the crew's hand: chips put down for a player without a terminal, a seat taken or left, money and checks.

import { money, parse, sayOwn, short, spotKey } from "../common/money.js";
import { nameOf } from "../common/notices.js";
import { alone, announce, element, focused } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { chipPicture } from "./chippile.js";
import { Moving } from "./moving.js";
import { anotherThrows, calledAloud, sharers } from "./spoken.js";

export class Desk {
  constructor(place, terminal, rail) {
    this.place = place;
    this.terminal = terminal;
    this.seat = null; // the seat in hand
    this.rail = rail; // the chips to lay down
    this.chip = rail[1];
    this.lifting = false;
    this.calling = ""; // "all" or "one": a tap on a wager passes on a call of on or off
    this.instrument = "chips";
    this.spots = {};
    this.built = "";
    this.moving = new Moving(this);
    this.more = false; // is the drawer with money and checks open?
  }

  // The row of seats, in the order of the table.
  seats(place, view, rails) {
    const items = Array.from({ length: view.capacity }, (_, i) => i + 1).map((seat) => {
      const player = view.seats[seat];
      const staked = view.stakes.filter((stake) => stake.seat === seat).reduce((sum, stake) => sum + stake.stake, 0);
      const mark =
        view.shooter === seat
          ? view.thrower
            ? `${view.thrower} throws`
            : "has the dice"
          : view.offered === seat
            ? "dice offered"
            : view.awaited?.[0] === seat
              ? "to shoot"
              : "";
      const own = view.personal?.[seat]
        ? `limits ${sayOwn(view.personal[seat], (wager) => nameOf(this.terminal.card, wager))}`
        : "";
      const marker = view.colours?.marked.find((found) => found.seat === seat);
      const signs = [own, marker ? `${marker.colour} checks of ${short(marker.value)}` : ""]
        .filter(Boolean)
        .join(" · ");
      const said = player
        ? `${player}, ${money(staked)} on the layout, ${money(rails[seat]?.balance ?? 0)} in the rail${mark ? `, ${mark}` : ""}${signs ? `, ${signs}` : ""}`
        : "free";
      return element(
        "li",
        {},
        element(
          "button",
          {
            type: "button",
            class: `seat${player ? "" : " free"}${mark ? " marked" : ""}`,
            "aria-pressed": String(this.seat === seat),
            "aria-label": `Seat ${seat}: ${said}`,
            "data-key": seat,
            onclick: () => this.take(seat),
          },
          element("b", { text: String(seat) }),
          element("span", { class: "who", text: player?.replace(`${view.table}-`, "") ?? "free", title: player }),
          element("span", {
            class: "money",
            text: player ? `${short(staked)} of ${short(staked + (rails[seat]?.balance ?? 0))}` : "",
          }),
          mark || signs
            ? element(
                "em",
                { title: signs },
                signs
                  ? element("i", {
                      class: `sign${own ? " own" : ""}`,
                      text: marker ? `${marker.colour[0].toUpperCase()} ${short(marker.value)}` : "own limits",
                    })
                  : null,
                [mark, marker && own ? "own limits" : ""].filter(Boolean).join(" · "),
              )
            : null,
        ),
      );
    });
    redraw(place, ...items);
  }

  take(seat) {
    this.seat = this.seat === seat ? null : seat;
    this.lifting = false;
    this.calling = "";
    this.moving.stop();
    this.instrument = "chips";
    this.terminal.show(this.terminal.link.view);
  }

  leave() {
    focused()?.blur();
    if (this.seat !== null) this.take(this.seat);
  }

  async show(view, told) {
    this.place.hidden = this.seat === null;
    if (this.seat === null) {
      this.built = "";
      this.terminal.felt.legal(null);
      return;
    }
    const player = view.seats[this.seat];
    const rail = told.seats[this.seat] ?? {};
    const shape = [
      this.seat,
      player,
      this.chip,
      this.lifting,
      this.calling,
      this.switchable(view).length,
      view.shooter === this.seat,
      Boolean(view.oral),
      view.colours?.taken[this.seat]?.[0].join(),
      Object.keys(view.seats).join(),
      this.instrument,
      Boolean(rail.checks),
      Boolean(rail.tokens),
      told.movable.includes(this.seat),
      this.moving.on,
    ].join();
    if (shape !== this.built) {
      this.built = shape; // fields that somebody is typing into are kept while nothing else has changed
      this.place.replaceChildren(...(player ? this.occupied(player, told) : this.free()));
    }
    if (!player) return;
    const [colours, value] = view.colours?.taken[this.seat] ?? [];
    const checks = rail.checks ? `, ${money(rail.checks)} in ${colours.join(" and ")} checks of ${money(value)}` : "";
    this.head.textContent = `${money(rail.balance ?? 0)} in the rail${checks}${rail.tokens ? `, ${money(rail.tokens)} in tokens${rail.tokens_for.length ? ` for ${rail.tokens_for.join(" and ")}` : ""}` : ""}`;
    this.hint.textContent = this.hinted(view);
    const legal = await this.terminal.link.ask("legal", { seat: this.seat, chip: this.chip });
    this.spots = legal?.spots ?? {};
    if (this.seat !== null) this.terminal.felt.legal(this.spots);
  }

  free() {
    const name = element("input", { id: "desk-player", required: true, maxlength: "64", autocomplete: "off" });
    return [
      this.title(`Seat ${this.seat} is free`),
      this.form(
        "Sit down",
        () => ({ type: "sit", player: name.value.trim(), seat: this.seat }),
        label("Player, by name or card", name),
      ),
    ];
  }

  occupied(player, told) {
    this.head = element("p", { class: "money quiet" });
    this.hint = element("p", { class: "hint" });
    const seat = this.seat;
    const amount = field("Amount", "desk-amount", "100.00");
    const doing = (text, type) =>
      element("button", {
        type: "button",
        text,
        "data-once": true,
        onclick: alone(() => this.withAmount(amount.input, (cents) => ({ type, seat, amount: cents }))),
      });
    const buying = element("button", {
      type: "button",
      text: "Buy in",
      "data-once": true,
      onclick: alone(() =>
        this.withAmount(
          amount.input,
          (cents) => ({ type: "buy-in", amount: cents }),
          (command) => this.passOn(command),
        ),
      ),
    });
    return [
      this.title(`Seat ${seat} · ${player}`),
      this.head,
      this.picker(),
      this.moving.controls() ?? "",
      this.hint,
      this.words(player),
      element(
        "details",
        {
          class: "more",
          open: this.more,
          ontoggle: (event) => {
            this.more = event.target.open;
          },
        },
        element("summary", { text: "Money, checks and leaving" }),
        element(
          "div",
          { class: "row" },
          amount.label,
          buying,
          told.sells ? doing("Sell for cash", "sell-chips") : null,
        ),
        told.vouchers ? this.vouchers(amount.input) : null,
        this.terminal.link.view.colours ? this.colours(this.terminal.link.view.colours.set) : null,
        this.leaving(),
      ),
    ];
  }

  // Chips and seat are the player's: the crew passes on what was asked, in words that stand there unless others are typed.
  words(player) {
    this.usual = `${player} asked for it`;
    this.asked = element("input", { id: "desk-asked", maxlength: "200", autocomplete: "off", value: this.usual });
    return element("label", { class: "asked" }, element("span", { text: "In the player's words" }), this.asked);
  }

  // A step that is the player's own, passed on.
  async passOn(command) {
    const done = await this.terminal.send({ ...command, seat: this.seat, asked: this.asked.value.trim() });
    if (done) this.asked.value = this.usual;
    return done;
  }

  leaving() {
    const doing = (text, type) =>
      element("button", { type: "button", text, "data-once": true, onclick: alone(() => this.passOn({ type })) });
    return element("div", { class: "row" }, doing("Collect the rail", "collect"), doing("Leaves the table", "leave"));
  }

  title(text) {
    return element(
      "div",
      { class: "desk-head" },
      element("h2", { text }),
      element("button", {
        type: "button",
        text: "Done",
        "aria-label": "Done with this seat",
        onclick: () => this.leave(),
      }),
    );
  }

  // What a tap on the felt does now.
  hinted(view) {
    if (this.moving.on) return this.moving.hint;
    if (this.calling === "aloud") return "Tap where the wager goes that the player calls aloud.";
    if (this.calling)
      return `Tap a wager that the player calls on or off${this.calling === "one" ? ", it alone" : ""}.`;
    if (this.lifting) return "Tap a wager of this seat to take it down.";
    if (view.phase === "dice out" && !view.spins)
      return "The dice are out: what you put down now is a late wager, in the player's words, that you confirm.";
    return `Tap the felt to put ${money(this.chip)} down for seat ${this.seat}.`;
  }

  picker() {
    const chips = this.rail.map((value) => {
      const button = element("button", {
        type: "button",
        class: "chip",
        "aria-pressed": String(value === this.chip && !this.lifting && !this.calling),
        "aria-label": `Chip of ${money(value)}`,
        onclick: () => this.set({ chip: value, lifting: false, calling: "" }),
      });
      button.append(chipPicture(value));
      return button;
    });
    const calls = (text, how) =>
      element("button", {
        type: "button",
        class: "spoken",
        text,
        "aria-pressed": String(this.calling === how),
        onclick: () => this.set({ calling: this.calling === how ? "" : how, lifting: false }),
      });
    const { view } = this.terminal.link;
    const called = this.switchable(view).length
      ? [
          calls("Call on/off", "all"),
          ...(view.similar && this.switchable(view).length > 1 ? [calls("One alone", "one")] : []),
        ]
      : [];
    const down = element("button", {
      type: "button",
      text: "Take down",
      "aria-pressed": String(this.lifting),
      onclick: () => this.set({ lifting: !this.lifting, calling: "" }),
    });
    const rail = this.terminal.told.seats[this.seat] ?? {};
    const others = [
      ["checks", "colour checks"],
      ["tokens", "tokens"],
    ]
      .filter(([name]) => rail[name])
      .map(([name, text]) =>
        element("button", {
          type: "button",
          text: `in ${text}`,
          "aria-pressed": String(this.instrument === name),
          onclick: () => this.set({ instrument: this.instrument === name ? "chips" : name }),
        }),
      );
    const aloud = view.oral ? [calls("Called aloud", "aloud")] : [];
    const throws =
      view.delegates && view.shooter === this.seat
        ? [
            element("button", {
              type: "button",
              class: "spoken",
              text: "Another throws…",
              onclick: () => anotherThrows(this, view),
            }),
          ]
        : [];
    return element("div", { class: "row" }, ...chips, down, ...called, ...aloud, ...throws, ...others);
  }

  switchable(view) {
    return view.stakes.filter((stake) => stake.seat === this.seat && stake.switchable);
  }

  // A call that the player made aloud: the other way than the wager works now.
  call({ key }) {
    const stake = this.switchable(this.terminal.link.view).find(({ wager, on }) => spotKey(wager, on) === key);
    if (!stake) return announce("No wager of this seat lies there that could be called on or off", { bad: true });
    return this.passOn({
      type: "call-wager",
      wager: stake.wager,
      on: stake.on,
      working: !stake.working,
      alone: this.calling === "one",
    });
  }

  // Colour checks: a colour nobody else has, at the value the player sets on each; redeemed at this table only.
  colours(set) {
    const seat = this.seat;
    const colour = element(
      "select",
      { id: "desk-colour" },
      ...set.map((name) => element("option", { value: name, text: name })),
    );
    const value = field("Each worth", "desk-value", "1.00");
    const amount = field("In all", "desk-checks", "20.00");
    return element(
      "div",
      { class: "row" },
      label("Colour", colour),
      value.label,
      amount.label,
      element("button", {
        type: "button",
        text: "Issue",
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
      element("button", { type: "button", text: "Redeem", onclick: () => this.passOn({ type: "redeem-colour" }) }),
      ...sharers(this, this.terminal.link.view),
    );
  }

  // A promotional voucher against tokens of the amount above; tokens are never paid out, only handed in.
  vouchers(amount) {
    const seat = this.seat;
    const voucher = element("input", { id: "desk-voucher", maxlength: "64", autocomplete: "off" });
    return element(
      "div",
      { class: "row" },
      label("Voucher", voucher),
      element("button", {
        type: "button",
        text: "For tokens",
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
        text: "Hand tokens in",
        onclick: () => this.passOn({ type: "hand-in-tokens" }),
      }),
    );
  }

  form(text, command, ...fields) {
    const send = alone(() => this.terminal.send(command()));
    return element(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          send();
        },
      },
      ...fields,
      element("button", { class: "act", text }),
    );
  }

  withAmount(input, command, send = (made) => this.terminal.send(made)) {
    const cents = parse(input.value);
    if (cents === null) return announce(`'${input.value}' is not an amount, such as 25.00`, { bad: true });
    const made = command(cents);
    return made?.type ? send(made) : undefined;
  }

  set(changes) {
    Object.assign(this, changes);
    this.spots = {}; // the amounts of another chip do not hold for this one
    this.show(this.terminal.link.view, this.terminal.told);
  }

  choose(area, event) {
    if (event?.type === "click") focused()?.blur(); // so that the space bar goes on with the round
    if (this.seat === null) return announce("Choose a seat first, to put chips down for it");
    const { wager, on } = area;
    if (this.moving.on) return this.moving.choose(area);
    if (this.calling === "aloud") return calledAloud(this, area, this.terminal.link.view.oral);
    if (this.calling) return this.call(area);
    if (this.lifting) return this.passOn({ type: "remove-wager", wager, on });
    const amount = this.spots[spotKey(wager, on)]?.next ?? this.chip;
    return this.passOn({ type: "place-wager", wager, amount, on, instrument: this.instrument });
  }
}

function label(text, input) {
  return element("label", {}, element("span", { text }), input);
}

function field(text, id, value) {
  const input = element("input", { id, inputmode: "decimal", size: "7", value, autocomplete: "off" });
  return { input, label: label(text, input) };
}
