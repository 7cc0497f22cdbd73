// Payments by hand: a form, a second person above a limit, the player's signature, then the money.

import { money } from "../common/money.js";
import { alone, element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import {
  act,
  ask,
  button,
  cell,
  cents,
  choice,
  closeSheet,
  field,
  form,
  halves,
  list,
  row,
  sheet,
  stands,
  tag,
} from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { prepared: "wait", agreed: "wait", signed: "good", dropped: "bad" };

export const forms = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field(text("cage.player"), { id: "pay-player", required: true, list: "players" });
    const amount = field(text("cage.amount"), { id: "pay-amount", inputmode: "decimal", required: true });
    const asked = choice(text("cage.asked-for"), cage.data.ways);
    const given = choice(text("cage.paid-in-field"), cage.data.ways);
    const identified = field(text("cage.paper-shown-short"));
    const later = field(text("cage.not-before-field"), { type: "datetime-local" });
    const reason = field(text("cage.why-later"));
    const known = element(
      "datalist",
      { id: "players" },
      ...Object.keys(cage.data.players).map((id) => element("option", { value: cage.who(id) })),
    );
    const prepare = async () => {
      const second = cents(amount.input.value) > cage.data.second_above;
      const told = await cage.order(
        {
          type: "prepare-hand-pay",
          player: player.input.value.trim(),
          amount: cents(amount.input.value),
          requested: asked.input.value,
          given: given.input.value,
          identified: identified.input.value,
          pay_at: later.input.value ? new Date(later.input.value).getTime() * 1000 : 0,
          reason: reason.input.value,
        },
        { say: text(second ? "cage.prepared-second" : "cage.prepared-sign") },
      );
      if (!told.why) amount.input.value = "";
    };
    const take = field(text("cage.player"), { id: "deposit-player", required: true });
    const much = field(text("cage.amount"), { id: "deposit-amount", inputmode: "decimal", required: true });
    const deposit = async () => {
      const told = await cage.order(
        { type: "deposit", player: take.input.value.trim(), amount: cents(much.input.value) },
        { say: text("cage.deposit-said") },
      );
      if (!told.why) much.input.value = "";
    };
    halves(
      [
        form(
          text("cage.cash-out"),
          prepare,
          row(player.label, amount.label),
          row(asked.label, given.label),
          row(identified.label, later.label),
          reason.label,
          known,
          row(act(text("cage.prepare-form"))),
        ),
        form(text("cage.deposit"), deposit, row(take.label, much.label), row(act(text("cage.deposit-act")))),
      ],
      all(cage),
    );
    player.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(all(cage)),
};

/** @param {CageScreen} cage */
function all(cage) {
  const me = cage.me.people[0][0];
  const rows = cage.data.forms.map((/** @type {any} */ paper) =>
    element(
      "tr",
      {},
      cell(String(paper.form), "number"),
      cell(cage.who(paper.player)),
      cell(money(paper.amount), "money"),
      cell(
        [
          paper.given,
          paper.ticket ? text("cage.of-ticket", { ticket: String(paper.ticket) }) : "",
          paper.pay_at ? text("cage.not-before", { time: when(paper.pay_at) }) : "",
        ]
          .filter(Boolean)
          .join(", "),
      ),
      element("td", {}, tag(text(`cage.form-is-${paper.standing}`), TONES[paper.standing])),
      element("td", {}, row(...steps(cage, paper, me))),
    ),
  );
  const players = Object.entries(cage.data.players).map(([name, has]) =>
    element("tr", {}, cell(cage.who(name)), cell(money(has), "money")),
  );
  const purses = list(text("cage.purses"), ["player", "$money"], players, text("cage.no-purses"));
  return element(
    "div",
    { class: "stack" },
    list(text("cage.forms"), ["form", "player", "$amount", "how", "stands", ""], rows, text("cage.no-forms")),
    purses,
  );
}

/**
 * @param {CageScreen} cage
 * @param {any} paper
 * @param {string} me
 */
function steps(cage, paper, me) {
  if (!["prepared", "agreed"].includes(paper.standing)) return [];
  const drop = button(text("cage.drop"), () => dropped(cage, paper));
  if (paper.amount > cage.data.second_above && paper.standing === "prepared") {
    if (paper.prepared_by === me)
      return [element("span", { class: "quiet small", text: text("cage.waits-second") }), drop];
    return [
      button(
        text("cage.agree"),
        () => cage.order({ type: "agree-hand-pay", form: paper.form }, { say: text("cage.agreed-said") }),
        "act",
      ),
      drop,
    ];
  }
  return [button(text("cage.sign"), () => sign(cage, paper), "act"), drop];
}

/**
 * @param {CageScreen} cage
 * @param {any} paper
 */
async function dropped(cage, paper) {
  const said = await ask(
    text("cage.form-not-paid", { form: String(paper.form) }),
    { reason: field(text("cage.why"), { required: true }) },
    text("cage.drop-act"),
  );
  if (said) await cage.order({ type: "drop-hand-pay", form: paper.form, ...said }, { say: text("cage.dropped-said") });
}

/**
 * The player verifies the amount and signs, with a finger or by writing the name.
 * @param {CageScreen} cage
 * @param {any} paper
 */
function sign(cage, paper) {
  const pad = element("canvas", { class: "sign", width: "1180", height: "300", "aria-label": text("cage.signature") });
  const name = field(text("cage.written-name"));
  const strokes = drawing(pad);
  const done = alone(async () => {
    const signature = strokes.length ? strokes.join(" ") : name.input.value.trim();
    if (!signature) {
      refuse(text("cage.not-signed"), { clause: "4.1", at: pad });
      return;
    }
    const told = await cage.order(
      { type: "sign-hand-pay", form: paper.form, amount: paper.amount, signature: "" },
      { signature: signature.slice(0, 60000), say: text("cage.pay-out", { amount: money(paper.amount) }) },
    );
    if (!told.why) closeSheet();
  });
  const again = () => {
    strokes.length = 0;
    pad.getContext("2d").clearRect(0, 0, pad.width, pad.height);
  };
  sheet(
    text("cage.manual-form", { form: String(paper.form) }),
    element(
      "form",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          done();
        },
      },
      element("p", { text: text("cage.please-sign", { player: cage.who(paper.player) }) }),
      element("p", { class: "amount", text: money(paper.amount) }),
      element("p", {
        class: "quiet",
        text: text(paper.requested === paper.given ? "cage.paid-in" : "cage.paid-in-other", {
          given: paper.given,
          requested: paper.requested,
        }),
      }),
      pad,
      name.label,
      row(act(text("cage.verified")), button(text("cage.clear"), again), button(text("cage.not-now"), closeSheet)),
    ),
  );
}

/** @param {any} pad */
function drawing(pad) {
  /** @type {string[]} */
  const strokes = [];
  const pen = pad.getContext("2d");
  Object.assign(pen, { lineWidth: 4, lineCap: "round", strokeStyle: "#111" });
  let down = false;
  const at = (/** @type {any} */ event) => {
    const box = pad.getBoundingClientRect();
    return [
      Math.round(((event.clientX - box.left) * pad.width) / box.width),
      Math.round(((event.clientY - box.top) * pad.height) / box.height),
    ];
  };
  const draw = (/** @type {any} */ letter, /** @type {any} */ event) => {
    const [x, y] = at(event);
    strokes.push(`${letter}${x} ${y}`);
    if (letter === "M") pen.beginPath();
    pen[letter === "M" ? "moveTo" : "lineTo"](x, y);
    pen.stroke();
  };
  pad.addEventListener("pointerdown", (/** @type {any} */ event) => {
    down = true;
    pad.setPointerCapture(event.pointerId);
    draw("M", event);
  });
  pad.addEventListener("pointermove", (/** @type {any} */ event) => {
    if (down) draw("L", event);
  });
  pad.addEventListener("pointerup", () => {
    down = false;
  });
  return strokes;
}
