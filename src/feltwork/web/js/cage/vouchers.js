// Promotional vouchers: issued to one player under conditions, and what became of each.

import { money } from "../common/money.js";
import { announce, element } from "../common/page.js";
import { day } from "../common/times.js";
import { act, ask, button, cell, cents, field, form, halves, list, row, showPaper, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { open: "wait", exchanged: "good", expired: "bad", void: "bad" };
const ANYWHERE = "any table of this game";
const EVERY = "every wager";

export const vouchers = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field("Player", { id: "voucher-player", required: true });
    const amount = field("Worth", { id: "voucher-amount", inputmode: "decimal", required: true });
    const game = select(
      "Game",
      "voucher-game",
      cage.data.games.map((/** @type {Record<string, any>} */ { book, title }) => [book, title]),
    );
    const table = select("Table", "voucher-table", []);
    const wager = select("For", "voucher-wager", []);
    const until = field("Good until the end of", { id: "voucher-until", type: "date" });
    const form_ = select("Handed out as", "voucher-form", [
      ["voucher", "a voucher"],
      ["tokens", "tokens"],
    ]);
    const words = field("Printed on it as well", { id: "voucher-words", maxlength: "200" });
    const chosen = () =>
      cage.data.games.find((/** @type {Record<string, any>} */ { book }) => book === game.input.value);
    const suit = () => {
      fill(table.input, [["", ANYWHERE], ...chosen().tables.map((/** @type {string} */ name) => [name, name])]);
      fill(wager.input, [["", EVERY], ...chosen().wagers]);
      form_.label.hidden = !chosen().tokens;
      form_.input.value = "voucher";
    };
    game.input.addEventListener("change", suit);
    suit();
    const issue = async () => {
      const worth = cents(amount.input.value);
      if (!worth) return announce("Say what it is worth, like 25 or 12.50.", { bad: true });
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
          "A promotional voucher",
          issue,
          row(player.label, amount.label),
          game.label,
          row(table.label, wager.label),
          row(until.label, form_.label),
          words.label,
          row(act("Issue the voucher")),
        ),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: "What becomes of it" }),
          element("p", {
            class: "quiet",
            text: "The dealer exchanges it once, for this player and for its value, at the table and in the time it names: for tokens that go where it says, at Crown for chips with an oral wager.",
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
  input.replaceChildren(...options.map((/** @type {any} */ [value, text]) => element("option", { value, text })));
}

/** @param {any} voucher */
function show(voucher) {
  showPaper("Voucher", voucher, voucher.number, voucher.number);
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
      cell(one.player || "not issued here"),
      cell(money(one.amount), "money"),
      cell(terms(cage, one)),
      element("td", {}, tag(standing(one), TONES[one.standing])),
      element(
        "td",
        {},
        row(...(one.expires && one.standing === "open" ? [button("Cancel…", () => cancel(cage, one))] : [])),
      ),
    ),
  );
  return list(
    "Vouchers",
    ["Voucher", "Player", "$Worth", "For", "Stands", ""],
    rows,
    "No voucher has been issued yet.",
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
    .join(" and ");
  const until = one.expires ? `until ${day(one.expires - 1)}` : "";
  return [one.table_named || game?.title, wagers, until, one.conditions].filter(Boolean).join(" · ");
}

/** @param {any} one */
function standing(one) {
  if (one.standing === "exchanged") return `exchanged at ${one.table}`;
  return one.standing === "open" ? "not exchanged yet" : one.standing;
}

/**
 * @param {CageScreen} cage
 * @param {any} one
 */
async function cancel(cage, one) {
  const said = await ask(
    `Cancel voucher ${one.voucher}`,
    { reason: field("Why", { required: true }) },
    "Cancel the voucher",
  );
  if (said)
    await cage.order(
      { type: "void-voucher", voucher: one.voucher, ...said },
      { say: "The voucher is worth nothing now" },
    );
}
