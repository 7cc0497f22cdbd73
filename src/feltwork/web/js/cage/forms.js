// Payments by hand: a form, a second person above a limit, the player's signature, then the money.

import { money } from "../common/money.js";
import { alone, announce, element } from "../common/page.js";
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
/** @type {Record<string, string>} */
const WORDS = { prepared: "prepared", agreed: "agreed by two", signed: "paid", dropped: "not paid" };

export const forms = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field("Player", { id: "pay-player", required: true, list: "players" });
    const amount = field("Amount", { id: "pay-amount", inputmode: "decimal", required: true });
    const asked = choice("Asked for", cage.data.ways);
    const given = choice("Paid in", cage.data.ways);
    const identified = field("Paper shown (passport…)");
    const later = field("Not before (if agreed)", { type: "datetime-local" });
    const reason = field("Why later, or otherwise");
    const known = element(
      "datalist",
      { id: "players" },
      ...Object.keys(cage.data.players).map((name) => element("option", { value: name })),
    );
    const prepare = async () => {
      const next =
        cents(amount.input.value) > cage.data.second_above ? "a second person agrees next" : "the player signs next";
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
        { say: `The form is prepared; ${next}` },
      );
      if (!told.why) amount.input.value = "";
    };
    const take = field("Player", { id: "deposit-player", required: true });
    const much = field("Amount", { id: "deposit-amount", inputmode: "decimal", required: true });
    const deposit = async () => {
      const told = await cage.order(
        { type: "deposit", player: take.input.value.trim(), amount: cents(much.input.value) },
        { say: "The money is taken in" },
      );
      if (!told.why) much.input.value = "";
    };
    halves(
      [
        form(
          "Pay a player's money by hand",
          prepare,
          row(player.label, amount.label),
          row(asked.label, given.label),
          row(identified.label, later.label),
          reason.label,
          known,
          row(act("Prepare the form")),
        ),
        form("Take money in", deposit, row(take.label, much.label), row(act("Take it in"))),
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
      cell(paper.player),
      cell(money(paper.amount), "money"),
      cell(
        `${paper.given}${paper.ticket ? `, ticket ${paper.ticket}` : ""}${paper.pay_at ? `, from ${when(paper.pay_at)}` : ""}`,
      ),
      element("td", {}, tag(WORDS[paper.standing], TONES[paper.standing])),
      element("td", {}, row(...steps(cage, paper, me))),
    ),
  );
  const players = Object.entries(cage.data.players).map(([name, has]) =>
    element("tr", {}, cell(name), cell(money(has), "money")),
  );
  const purses = list("Players' money at the cage", ["Player", "$Money"], players, "No player has money here.");
  return element(
    "div",
    { class: "stack" },
    list("Forms", ["Form", "Player", "$Amount", "How", "Stands", ""], rows, "No payment by hand has been made yet."),
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
  const drop = button("Drop…", () => dropped(cage, paper));
  if (paper.amount > cage.data.second_above && paper.standing === "prepared") {
    if (paper.prepared_by === me)
      return [element("span", { class: "quiet small", text: "waits for a second person" }), drop];
    return [
      button(
        "Agree",
        () => cage.order({ type: "agree-hand-pay", form: paper.form }, { say: "Agreed; the player signs next" }),
        "act",
      ),
      drop,
    ];
  }
  return [button("Sign…", () => sign(cage, paper), "act"), drop];
}

/**
 * @param {CageScreen} cage
 * @param {any} paper
 */
async function dropped(cage, paper) {
  const said = await ask(`Form ${paper.form} is not paid`, { reason: field("Why", { required: true }) }, "Drop it");
  if (said)
    await cage.order(
      { type: "drop-hand-pay", form: paper.form, ...said },
      { say: "Not paid; the money is where it was" },
    );
}

/**
 * The player verifies the amount and signs, with a finger or by writing the name.
 * @param {CageScreen} cage
 * @param {any} paper
 */
function sign(cage, paper) {
  const pad = element("canvas", { class: "sign", width: "1180", height: "300", "aria-label": "Signature, drawn" });
  const name = field("Or the name, written out");
  const strokes = drawing(pad);
  const done = alone(async () => {
    const signature = strokes.length ? strokes.join(" ") : name.input.value.trim();
    if (!signature) {
      announce("The player has not signed yet.", { clause: "4.1", bad: true });
      return;
    }
    const told = await cage.order(
      { type: "sign-hand-pay", form: paper.form, amount: paper.amount, signature: "" },
      { signature: signature.slice(0, 60000), say: `Pay out ${money(paper.amount)}` },
    );
    if (!told.why) closeSheet();
  });
  const again = () => {
    strokes.length = 0;
    pad.getContext("2d").clearRect(0, 0, pad.width, pad.height);
  };
  sheet(
    `Manual payment form ${paper.form}`,
    element(
      "form",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          done();
        },
      },
      element("p", { text: `${paper.player}, please verify the amount and sign for it:` }),
      element("p", { class: "amount", text: money(paper.amount) }),
      element("p", {
        class: "quiet",
        text: `Paid in ${paper.given}${paper.requested === paper.given ? "" : `, asked for in ${paper.requested}`}.`,
      }),
      pad,
      name.label,
      row(act("I have verified and signed"), button("Clear", again), button("Not now", closeSheet)),
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
