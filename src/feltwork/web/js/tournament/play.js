// A player's view of a tournament: the clock, one's rank and chips, the felt to wager on, pass cards and the secret form.

import { grouped, money } from "../common/money.js";
import { alone, element, find, getSurely, settle } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { identify } from "../common/unsettled.js";
import { feltOf, Hand } from "./hand.js";
import { offerForm } from "./offers.js";
import { ball, because, drawn, standings } from "./parts.js";
import { finalResult, ownResult, placed } from "./result.js";
import { lastRound, titlesOf } from "./tables.js";
import { asked, clockOf, sayClock, sayPhase, sayRound, Watched } from "./watch.js";

const ON_TABLE = new Set(["place-tournament-wagers", "play-pass-card", "hand-in-form"]);

class Player {
  constructor() {
    this.watched = new Watched((seen, changed) => this.show(seen, changed));
    this.asked = "";
    this.title = titlesOf(null);
    this.hand = new Hand(this);
    this.before = { round: "", chips: 0 };
    /** @type {any} what the last round brought, told until the next one closes */
    this.told = null;
    this.order = alone((/** @type {any} */ command, /** @type {Element} */ at) => this.watched.send(command, { at }));
    setInterval(() => this.tick(), 500);
  }

  /** @param {any} seen */
  table(seen = this.watched.seen) {
    return seen?.tables.find((/** @type {any} */ each) => each.table === seen.me?.table) ?? null;
  }

  /**
   * @param {any} seen
   * @param {boolean} changed
   */
  async show(seen, changed) {
    await this.draw(seen);
    if (!changed) return;
    const table = this.table(seen);
    find("#name").textContent = seen.title || seen.id;
    find("#place").textContent = table
      ? text("tournament.seat-at", { seat: seen.me.seat, table: table.table })
      : `${seen.book_title} · ${text(`tournament.phase-${seen.phase}`)}`;
    const { words, tone } = table ? sayPhase(table) : { words: this.waiting(seen), tone: "waiting" };
    find("#banner").textContent = table ? `${words} · ${sayRound(table)}` : words;
    find("#banner").dataset.tone = tone;
    document.body.classList.toggle("seated", Boolean(table));
    this.mine(seen, table);
    this.tell(seen, table);
    drawn(
      find("#board"),
      table ? [table.standings, table.turn, table.marker, table.advance] : [seen.places, seen.prizes],
      () =>
        table
          ? [
              standings(table, { me: seen.me.player }),
              element("p", { class: "quiet cut", text: text("tournament.board-advance", { count: table.advance }) }),
            ]
          : seen.places.length
            ? [finalResult(seen, seen.me?.player)]
            : [],
    );
    drawn(find("#last"), table?.last ?? null, () => (table?.last ? [lastRound(table.last, this.title)] : []));
    this.entry(seen, table);
    this.hand.chips(seen, table);
    this.hand.show(seen, table);
    this.more(seen);
    this.tick();
  }

  /** @param {any} seen */
  waiting({ me, phase, seats }) {
    if (!me?.standing) return text(phase === "open" ? "tournament.you-may-enter" : "tournament.you-watch");
    if (me.standing !== "in") return text(`tournament.you-are-${me.standing}`);
    if (phase === "closed" && seats.length)
      return text(me.plays ? "tournament.your-seat-drawn" : "tournament.you-wait-running");
    return text(`tournament.you-wait-${phase}`);
  }

  /** @param {any} seen */
  async draw(seen) {
    if (!seen.me?.table || this.asked === seen.id) return;
    this.asked = seen.id;
    const told = await feltOf(seen.id);
    if (!told?.svg) {
      this.asked = "";
      return;
    }
    this.title = titlesOf(told);
    this.hand.lay(told);
  }

  /**
   * @param {any} seen
   * @param {any} table
   */
  mine({ me, sessions, session, fee, pool, entered, prizes, conditions }, table) {
    const { pass_cards: cards = 0, undisclosed = 0, secret = false } = conditions?.play ?? {};
    const own = table?.standings.find((/** @type {any} */ each) => each.player === me.player);
    const facts = table
      ? [
          ["rank", own?.rank ? text("tournament.rank-of", { rank: own.rank, of: table.standings.length }) : "–"],
          ["chips", grouped(me.chips)],
          ["to-leader", me.to_leader ? grouped(me.to_leader) : text("tournament.you-lead")],
          ["advance", String(table.advance)],
          ...(cards ? [["pass-cards", String(me.pass_cards)]] : []),
          ...(undisclosed || secret ? [["forms", String(me.forms)]] : []),
        ]
      : sessions[session - 1]
        ? [
            ["starts", when(sessions[session - 1].starts)],
            ["fee", money(fee)],
            [
              "pool",
              money(pool || prizes.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.cents, 0)),
            ],
            ["players", grouped(entered)],
          ]
        : [];
    drawn(find("#mine"), facts, () =>
      facts.map(([name, value]) =>
        element(
          "div",
          { "data-fact": name },
          element("dt", { text: text(`tournament.my-${name}`) }),
          element("dd", { text: value }),
        ),
      ),
    );
  }

  /**
   * The result of the last round and what it brought, until wagers are closed again.
   * @param {any} seen
   * @param {any} table
   */
  tell({ me }, table) {
    const round = table ? `${table.table} ${table.round}` : "";
    if (!table || table.phase === "no more bets") this.told = null;
    if (table?.last) {
      const known = this.before.round === `${table.table} ${table.last.number}`;
      if (this.told?.number !== table.last.number)
        this.told = { ...table.last, by: known ? me.chips - this.before.chips : null };
    } else if (table?.phase === "betting" && this.before.round !== round) this.before = { round, chips: me.chips };
    const { told } = this;
    drawn(find("#told"), told && [told.number, told.result, told.by], () =>
      told
        ? [
            element("span", { text: text("tournament.round", { number: told.number }) }),
            ball(told.result),
            told.by === null
              ? null
              : element("b", {
                  class: told.by > 0 ? "good" : told.by < 0 ? "bad" : "",
                  text: text(
                    told.by > 0 ? "tournament.you-won" : told.by < 0 ? "tournament.you-lost" : "tournament.you-even",
                    {
                      amount: Math.abs(told.by),
                    },
                  ),
                }),
          ]
        : [],
    );
  }

  /**
   * What a player can do away from the table: enter, buy chips, withdraw.
   * @param {any} seen
   * @param {any} table
   */
  entry(seen, table) {
    const offers = seen.offers.filter((/** @type {any} */ offer) => offer.at === "entries");
    const place = find("#entry");
    place.hidden = Boolean(table);
    drawn(place, [offers, seen.phase, seen.me, seen.places, seen.prizes, seen.seats, seen.history], () => [
      element("h2", { text: this.waiting(seen) }),
      ownResult(seen),
      seen.places.length ? null : this.wentOn(seen),
      seen.phase === "draft"
        ? null
        : element(
            "p",
            {},
            element("a", {
              href: `/tournament/${encodeURIComponent(seen.id)}/conditions`,
              target: "_blank",
              rel: "noopener",
              text: text("tournament.read-conditions"),
            }),
          ),
      ...offers.map((/** @type {any} */ offer) => offerForm(this.watched, offer)),
    ]);
  }

  /**
   * How the last session ended for the player, and the seat that is drawn for the next one.
   * @param {any} seen
   */
  wentOn({ history, seats, me }) {
    const seat = seats
      .map((/** @type {any} */ each) => ({ table: each.table, seat: each.players.indexOf(me?.player) + 1 }))
      .find((/** @type {any} */ each) => each.seat);
    if (seat) return element("p", { class: "own-result", text: text("tournament.seat-at", seat) });
    const last = [...history].reverse().flatMap((/** @type {any} */ each) =>
      placed(each.places)
        .filter(({ player }) => player === me?.player)
        .map(({ place }) => ({ place, table: each.where.split("/")[1] })),
    )[0];
    return last ? element("p", { class: "own-result", text: text("tournament.your-session", last) }) : null;
  }

  /** @param {string} type */
  offer(type) {
    return this.watched.seen?.offers.find((/** @type {any} */ each) => each.do.type === type);
  }

  /** @param {any} seen */
  more(seen) {
    const rest = seen.offers.filter(
      (/** @type {any} */ offer) =>
        (["rulings", "table"].includes(offer.at) && !ON_TABLE.has(offer.do.type)) ||
        (offer.at === "entries" && this.table()), // retiring, or a substitute, in the middle of a session
    );
    drawn(find("#more"), [rest, seen.disputes], () => [
      ...seen.disputes
        .filter((/** @type {any} */ each) => !each.ruling)
        .map((/** @type {any} */ each) =>
          because(text("tournament.dispute-open", { number: each.number, about: each.about })),
        ),
      rest.length
        ? element(
            "details",
            {},
            element("summary", { text: text("tournament.more-player") }),
            ...rest.map((/** @type {any} */ offer) => offerForm(this.watched, offer)),
          )
        : null,
    ]);
  }

  tick() {
    const { seen } = this.watched;
    const table = this.table();
    const session = seen?.sessions[seen.session - 1];
    const left = table?.phase === "betting" && table.closes_at ? this.watched.until(table.closes_at) : null;
    const starts = !table && ["open", "closed"].includes(seen?.phase) ? this.watched.until(session?.starts ?? 0) : 0;
    const shown =
      left !== null
        ? [text("tournament.seconds-left", { count: left }), "wagers"]
        : table
          ? [sayClock(this.watched, table), table.minutes ? "left" : "played"]
          : starts
            ? [clockOf(starts), "starts"]
            : ["", ""];
    find("#clock").textContent = shown[0];
    find("#clock-says").textContent = shown[1] ? text(`tournament.clock-${shown[1]}`) : "";
  }
}

getSurely("/api/me").then(async (me) => {
  identify(me);
  find("#sign-out").addEventListener("click", signOut);
  const player = new Player();
  const told = await getSurely("/api/tournaments");
  const first = told.tournaments.find(
    (/** @type {any} */ each) => !["draft", "paid", "cancelled"].includes(each.phase),
  );
  const id = asked() || first?.id || told.tournaments[0]?.id || "";
  if (id) await player.watched.open(id);
  else find("#name").textContent = text("tournament.no-tournament");
  document.body.classList.remove("connecting");
  await settle();
});
