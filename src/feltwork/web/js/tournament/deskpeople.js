// Entries with what can be done for each player, disputes and breaches, and the papers.

import { money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { offerForm } from "./offers.js";
import { cell, drawn, grid, panel } from "./parts.js";

/** @param {any} desk @param {any} seen */
export function showEntries(desk, seen) {
  const own = seen.offers.filter((/** @type {any} */ offer) => offer.at === "entry");
  drawn(find("#entries-list"), [seen.desk.entries, own, seen.phase], () => {
    const rows = seen.desk.entries.map((/** @type {any} */ entry) =>
      element(
        "tr",
        { "data-player": entry.player },
        cell(entry.player),
        cell(text(`tournament.standing-${entry.standing}`)),
        cell(money(entry.fee), "money"),
        cell(entry.copy ? `✓ ${entry.copy.slice(0, 4)} ${entry.copy.slice(4, 8)}` : "–", "quiet copy"),
        cell(entry.bought_in ? text("tournament.yes") : "", ""),
        cell(entry.substitute || (entry.nominated ? `${entry.nominated}?` : "")),
        element(
          "td",
          { class: "row-acts" },
          ...own
            .filter((/** @type {any} */ offer) => offer.do.player === entry.player)
            .map((/** @type {any} */ offer) => rowAct(desk.watched, offer)),
        ),
      ),
    );
    const columns = /** @type {[string, string][]} */ ([
      [text("tournament.head-player"), ""],
      [text("tournament.head-standing"), ""],
      [text("tournament.head-fee"), "money"],
      [text("tournament.head-copy"), ""],
      [text("tournament.head-bought-in"), ""],
      [text("tournament.head-substitute"), ""],
      ["", ""],
    ]);
    return [
      panel(
        text("tournament.entries-title", { count: rows.length }),
        rows.length
          ? grid(columns, rows, text("tournament.tab-entries"))
          : element("p", { class: "quiet", text: text("tournament.no-entries") }),
      ),
    ];
  });
  const asks = seen.offers.filter((/** @type {any} */ offer) => offer.at === "entries");
  drawn(find("#entries-acts"), asks, () =>
    asks.length
      ? [
          panel(
            text("tournament.entries-acts"),
            ...asks.map((/** @type {any} */ offer) => offerForm(desk.watched, offer)),
          ),
        ]
      : [],
  );
}

/** @param {any} watched @param {any} offer */
function rowAct(watched, offer) {
  if (!offer.asks?.length) return offerForm(watched, offer, { small: true });
  return element(
    "details",
    {},
    element("summary", { text: text(`tournament.row-${offer.do.type}`) }),
    offerForm(watched, offer, { small: true }),
  );
}

/** @param {any} desk @param {any} seen */
export function showRulings(desk, seen) {
  const offers = seen.offers.filter((/** @type {any} */ offer) => offer.at === "rulings");
  const breaches = offers.filter((/** @type {any} */ offer) => offer.do.type === "find-breach");
  drawn(find("#disputes"), [seen.disputes, offers.length, offers.map((/** @type {any} */ o) => o.why)], () => [
    panel(
      text("tournament.disputes"),
      seen.disputes.length ? null : element("p", { class: "quiet", text: text("tournament.no-disputes") }),
      ...seen.disputes.map((/** @type {any} */ each) => dispute(desk, each, offers)),
      ...offers
        .filter((/** @type {any} */ offer) => offer.do.type === "raise-dispute")
        .map((/** @type {any} */ offer) => offerForm(desk.watched, offer)),
    ),
    breaches.length
      ? panel(
          text("tournament.breaches"),
          ...breaches.map((/** @type {any} */ offer) => {
            const { clause, about } = seen.desk.grounds[offer.do.ground];
            return element(
              "details",
              {},
              element("summary", {}, about, element("span", { class: "clause", text: ` (${clause})` })),
              offerForm(desk.watched, offer),
            );
          }),
        )
      : null,
  ]);
}

/** @param {any} desk @param {any} each @param {any[]} offers */
function dispute(desk, each, offers) {
  const mine = offers.filter((offer) => offer.do.number === each.number);
  return element(
    "article",
    { class: "dispute" },
    element("h3", {
      text: text("tournament.dispute", { number: each.number, by: each.by, table: each.table || "–" }),
    }),
    element("p", { text: each.about }),
    each.ruling ? element("p", { class: "good", text: text("tournament.ruled", { ruling: each.ruling }) }) : null,
    each.review ? element("p", { text: text("tournament.reviewed", { ruling: each.review }) }) : null,
    ...mine.map((offer) => offerForm(desk.watched, offer)),
  );
}

/** @param {any} seen */
export function showPapers(seen) {
  const tables = seen.tables.length ? seen.tables : seen.seats;
  drawn(
    find("#papers"),
    [seen.id, tables.map((/** @type {any} */ each) => each.table), seen.phase, seen.history.length],
    () => {
      const at = encodeURIComponent(seen.id);
      const link = (/** @type {string} */ href, /** @type {string} */ words) =>
        element("a", { class: "plain button", href, target: "_blank", rel: "noopener", text: words });
      return [
        panel(
          text("tournament.papers-heats"),
          tables.length ? null : element("p", { class: "quiet", text: text("tournament.no-heats") }),
          element(
            "p",
            { class: "links" },
            ...tables.map((/** @type {any} */ each) =>
              link(
                `/tournament/${at}/sheet/${encodeURIComponent(each.table)}`,
                text("tournament.sheet-of", { table: each.table }),
              ),
            ),
            tables.length ? link(`/api/tournaments/${at}/papers/heats.pdf`, text("tournament.heats-pdf")) : null,
          ),
        ),
        panel(
          text("tournament.papers-results"),
          element(
            "p",
            { class: "links" },
            link(`/api/tournaments/${at}/papers/results.csv`, text("tournament.results-csv")),
            link(`/api/tournaments/${at}/papers/results.pdf`, text("tournament.results-pdf")),
          ),
        ),
        panel(
          text("tournament.papers-other"),
          element(
            "p",
            { class: "links" },
            seen.phase === "draft" ? null : link(`/tournament/${at}/conditions`, text("tournament.conditions-paper")),
            link(`/tournament/board?id=${at}`, text("tournament.board-link")),
            link(`/tournament/deal?id=${at}`, text("tournament.deal-link")),
          ),
        ),
        seen.history.length
          ? panel(
              text("tournament.history"),
              ...seen.history.map((/** @type {any} */ each) =>
                element(
                  "p",
                  {},
                  element("b", { text: each.where.replace("/", " · ") }),
                  ` ${each.places.map((/** @type {string[]} */ place) => place.join(" = ")).join(", ")}`,
                ),
              ),
            )
          : null,
      ];
    },
  );
}
