// Promotional vouchers: issued to one player under conditions, and what became of each.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { day } from "../common/times.js";
import { act, ask, button, cell, cents, field, form, halves, list, row, showPaper, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { open: "wait", exchanged: "good", expired: "bad", void: "bad" };

export const vouchers = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field(text("cage.player"), { id: "voucher-player", required: true });
    const amount = field(text("cage.worth"), { id: "voucher-amount", inputmode: "decimal", required: true });
    const game = select(
      text("cage.game"),
      "voucher-game",
      cage.data.games.map((/** @type {Record<string, any>} */ { book, title }) => [book, title]),
    );
    const table = select(text("cage.table"), "voucher-table", []);
    const wager = select(text("cage.for"), "voucher-wager", []);
    const until = field(text("cage.good-until"), { id: "voucher-until", type: "date" });
    const form_ = select(text("cage.handed-as"), "voucher-form", [
      ["voucher", text("cage.a-voucher")],
      [text("cage.tokens"), text("cage.tokens")],
    ]);
    const words = field(text("cage.printed-too"), { id: "voucher-words", maxlength: "200" });
    const chosen = () =>
      cage.data.games.find((/** @type {Record<string, any>} */ { book }) => book === game.input.value);
    const suit = () => {
      fill(table.input, [
        ["", text("cage.any-table")],
        ...chosen().tables.map((/** @type {string} */ name) => [name, name]),
      ]);
      fill(wager.input, [["", text("cage.every-wager")], ...chosen().wagers]);
      form_.label.hidden = !chosen().tokens;
      form_.input.value = "voucher";
    };
    game.input.addEventListener("change", suit);
    suit();
    const issue = async () => {
      const worth = cents(amount.input.value);
      if (!worth) return refuse(text("cage.say-worth"), { at: amount.input });
      const expires = until.input.value ? (new Date(`${until.input.value}T23:59:59`).getTime() + 1000) * 1000 : 0;
      const told = await cage.order({
        type: "issue-voucher",
        player: player.input.value.trim(),
        amount: worth,
        conditions: words.input.value.trim(),
        book: game.input.value,
        table: table.input.value,
        wagers: wager.input.value ? [wager.input.value] : [],
        expires,
        form: form_.input.value,
      });
      if (told.why) return undefined;
      amount.input.value = "";
      return show(told.voucher);
    };
    halves(
      [
        form(
          text("cage.promo-voucher"),
          issue,
          row(player.label, amount.label),
          game.label,
          row(table.label, wager.label),
          row(until.label, form_.label),
          words.label,
          row(act(text("cage.issue-voucher"))),
        ),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: text("cage.voucher-becomes") }),
          element("p", {
            class: "quiet",
            text: text("cage.voucher-about"),
          }),
        ),
      ],
      issued(cage),
    );
    player.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(issued(cage)),
};

/**
 * @param {string} label
 * @param {string} id
 * @param {any} options
 */
function select(label, id, options) {
  const input = element("select", { id });
  fill(input, options);
  return { input, label: element("label", { text: label }, input) };
}

/**
 * @param {HTMLInputElement} input
 * @param {any} options
 */
function fill(input, options) {
  input.replaceChildren(
    ...options.map((/** @type {any} */ [value, words]) => element("option", { value, text: words })),
  );
}

/** @param {any} voucher */
function show(voucher) {
  showPaper("voucher", voucher, voucher.number, voucher.number);
}

/** @param {CageScreen} cage */
function issued(cage) {
  const rows = cage.data.vouchers.map((/** @type {any} */ one) =>
    element(
      "tr",
      {},
      element(
        "td",
        { class: "number" },
        one.expires
          ? element("a", { href: `/voucher/${one.voucher}`, target: "_blank", text: one.voucher })
          : one.voucher,
      ),
      cell(one.player ? cage.who(one.player) : text("cage.not-issued-here")),
      cell(money(one.amount), "money"),
      cell(terms(cage, one)),
      element("td", {}, tag(standing(one), TONES[one.standing])),
      element(
        "td",
        {},
        row(
          ...(one.expires && one.standing === "open"
            ? [button(text("cage.cancel-voucher"), () => cancel(cage, one))]
            : []),
        ),
      ),
    ),
  );
  return list(
    text("cage.vouchers"),
    ["voucher", "player", "$worth", "for", "stands", ""],
    rows,
    text("cage.no-vouchers"),
  );
}

/**
 * @param {CageScreen} cage
 * @param {any} one
 */
function terms(cage, one) {
  const game = cage.data.games.find((/** @type {Record<string, any>} */ { book }) => book === one.book);
  const wagers = one.wagers
    .map((/** @type {string} */ name) => game?.wagers.find((/** @type {any} */ [known]) => known === name)?.[1] ?? name)
    .join(", ");
  const until = one.expires ? text("cage.until", { day: day(one.expires - 1) }) : "";
  return [one.table_named || game?.title, wagers, until, one.conditions].filter(Boolean).join(" · ");
}

/** @param {any} one */
function standing(one) {
  return text(`cage.voucher-is-${one.standing}`, { table: one.table ?? "" });
}

/**
 * @param {CageScreen} cage
 * @param {any} one
 */
async function cancel(cage, one) {
  const said = await ask(
    text("cage.cancel-voucher-title", { voucher: one.voucher }),
    { reason: field(text("cage.why"), { required: true }) },
    text("cage.cancel-voucher-act"),
  );
  if (said)
    await cage.order({ type: "void-voucher", voucher: one.voucher, ...said }, { say: text("cage.voucher-void") });
}
