// A tournament as it stands, looked at again and again; its clocks go on between two looks.

import { announce, get, post } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";

const LOOK_MS = 1500;
const SECOND = 1_000_000;

export class Watched {
  /** @param {(seen: any, changed: boolean) => void} show */
  constructor(show) {
    this.show = show;
    this.id = "";
    /** @type {any} */
    this.seen = null;
    this.ahead = 0;
    this._told = "";
    setInterval(() => this.look(), LOOK_MS);
  }

  /** @param {string} id */
  open(id) {
    this.id = id;
    this.seen = null;
    this._told = "";
    return this.look();
  }

  async look() {
    const { id } = this;
    if (!id) return;
    const seen = await get(`/api/tournament/${encodeURIComponent(id)}`, { byItself: true }).catch(() => null);
    document.body.classList.toggle("lost", !seen);
    if (!seen || id !== this.id || seen.now < (this.seen?.now ?? 0)) return; // overtaken by a later answer
    this.ahead = seen.now - Date.now() * 1000;
    const told = JSON.stringify({
      ...seen,
      now: 0,
      tables: seen.tables?.map((/** @type {any} */ t) => ({ ...t, elapsed: 0 })),
    });
    const changed = told !== this._told;
    this._told = told;
    this.seen = seen;
    document.body.classList.remove("connecting");
    this.show(seen, changed);
  }

  /** The house's clock, in microseconds. */
  now() {
    return Date.now() * 1000 + this.ahead;
  }

  /**
   * Seconds that a table has played.
   * @param {any} table
   */
  played(table) {
    const since = table.paused || !this.seen ? 0 : this.now() - this.seen.now;
    return Math.max(0, Math.floor((table.elapsed + since) / SECOND));
  }

  /**
   * Seconds until a time; 0 when it is over or there is none.
   * @param {number} at
   */
  until(at) {
    return at ? Math.max(0, Math.ceil((at - this.now()) / SECOND)) : 0;
  }

  /**
   * One command: done, or refused at its place with a sentence and a clause.
   * @param {any} command
   * @param {{ say?: string, at?: Element | null, id?: string }} how
   */
  async send(command, { say = "", at = null, id = this.id } = {}) {
    const was = at?.getBoundingClientRect();
    const told = await post(`/api/tournament/${encodeURIComponent(id)}`, { key: crypto.randomUUID(), do: command });
    if (told.why) refuse(told.why, { clause: told.clause, ...(at ? { at, was } : {}) });
    else announce(say || text(`tournament.done-${command.type}`));
    await this.look();
    return told;
  }
}

/** @param {number} seconds */
export function clockOf(seconds) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

/** The id in this page's address. */
export const asked = () => new URLSearchParams(location.search).get("id") ?? "";

/**
 * The clock of a table as it is said: time left where the session goes by time, else time played.
 * @param {Watched} watched
 * @param {any} table
 */
export function sayClock(watched, table) {
  const played = watched.played(table);
  const left = table.minutes ? Math.max(0, table.minutes * 60 - played) : played;
  return clockOf(left);
}

/** @param {any} table */
export function sayRound(table) {
  if (!table.round) return table.rounds ? text("tournament.rounds", { count: table.rounds }) : "";
  if (table.play_off.length) return text("tournament.play-off-round", { number: table.round });
  return table.rounds
    ? text("tournament.round-of", { number: table.round, of: table.rounds })
    : text("tournament.round", { number: table.round });
}

/** @param {any} table */
export function sayPhase(table) {
  const phase = table.paused && table.phase !== "ended" ? "stopped" : table.phase.replaceAll(" ", "-");
  const words = phase === "waiting" && !table.round ? text("tournament.not-begun") : text(`tournament.table-${phase}`);
  return { words, tone: phase };
}
