// A screen's line to its table: commands with keys, questions, news, and the server's clock.
// A command is sent again with the same key after a lost connection, so it is done once or refused, never twice; and only
// in the round it was given in. While the line is down none is taken.

import { attended } from "./attended.js";
import { later } from "./later.js";
import { asRole, leaveRole, protocols, putOut } from "./role.js";
import { text } from "./text.js";
import { wordsHere } from "./wording.js";

/** @import { Answer, Command, Me, Mine, View } from "./messages.js" */

const FIRST_WAIT = 100;
const LONGEST_WAIT = 2000;
export const DOWN = text("common.nothing-done");
const QUIET_MS = 3000; // nothing heard for so long: ask whether the line still stands
const ANSWER_MS = 6000; // no answer for so long: it does not
const SIGNED_OUT = 4401; // the code of a socket whose session has ended
const AGAIN_MS = 2000; // until a command whose first try is in doubt is asked again

// The time first, then chance: keys of one moment lie together in the house's database.
export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const chance = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return Date.now().toString(16).padStart(12, "0") + chance;
}

export class Link extends EventTarget {
  /** @param {any} table */
  constructor(
    table,
    {
      socket = (/** @type {string} */ url) => new WebSocket(url, protocols()),
      host = globalThis.location,
      clock = () => performance.now(),
      who = () => fetch("/api/me", { credentials: "same-origin", headers: asRole() }),
      leave = (/** @type {string} */ path) => {
        leaveRole();
        host.assign(path);
      },
    } = {},
  ) {
    super();
    this.table = table;
    /** @type {View} */
    this.view = later();
    /** @type {Mine | null} */
    this.mine = null;
    /** @type {Me | null} */
    this.me = null;
    this.up = false;
    /** @type {number | null} */
    this.delay = null; // milliseconds between a question and its answer
    this._skew = 0; // microseconds the server is ahead of this machine
    /** @type {Map<string, { command: Command, round: string, resolve: (answer: any) => void, again?: boolean }>} */
    this._pending = new Map(); // key -> {command, round, resolve}
    /** @type {Map<number, (answer: any) => void>} */
    this._asked = new Map();
    this._number = 0;
    this._wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._clock = clock;
    this._who = who;
    this._leave = leave;
    this._heard = 0; // when anything last came, by the clock of this machine
    /** @type {number | null} */
    this._waits = null; // since when an answer is awaited
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._watch = undefined;
    this._make = socket;
    this._url = `${host.protocol === "https:" ? "wss" : "ws"}://${host.host}/ws/${encodeURIComponent(table)}`;
    this._closed = false;
  }

  /**
   * Call `act` with what the line tells: "hello", "back", "lost", "doubt", "news" or "mine".
   * @param {string} kind
   * @param {(told: any) => any} act
   * @param {AddEventListenerOptions} [options]
   */
  on(kind, act, options) {
    this.addEventListener(kind, (event) => act(/** @type {CustomEvent} */ (event).detail), options);
  }

  open() {
    const socket = this._make(this._url);
    this._socket = socket;
    this._waits = this._clock();
    socket.onmessage = (message) => this._hear(JSON.parse(message.data, wordsHere));
    socket.onclose = (event) => this._closedBy(event);
    this._watch ??= setInterval(() => this.attend(), 1000);
  }

  close() {
    this._closed = true;
    clearInterval(this._watch);
    this._socket?.close();
  }

  // A cable that is pulled closes no socket. Where nothing is heard, ask; where nothing answers, the line is down.
  attend() {
    const now = this._clock();
    if (this._socket === null) return; // down, and coming back
    if (this._waits === null && now - this._heard > QUIET_MS) {
      this._waits = now;
      this.ask("time");
    } else if (this._waits !== null && now - this._waits > ANSWER_MS) {
      const dead = this._socket;
      dead.onmessage = dead.onclose = null;
      dead.close();
      this._lost();
    }
  }

  // Microseconds since 1970 by the server's clock.
  now() {
    return Date.now() * 1000 + this._skew;
  }

  /**
   * Send a command; resolves to {ack}, {no, clause, why} or {lost, why}, and not before one of these is known.
   * @param {Command} command
   * @param {string} key
   * @returns {Promise<Answer>}
   */
  do(command, key = makeKey()) {
    if (!this.up) return Promise.resolve({ no: key, clause: "", why: DOWN });
    return new Promise((resolve) => {
      this._pending.set(key, { command, round: this.view.round, resolve });
      this._socket?.send(JSON.stringify({ key, do: command }));
    });
  }

  /**
   * Ask; resolves to nothing when the line is down, or goes down before the answer.
   * @param {string} what
   * @param {Record<string, any>} fields
   * @returns {Promise<any>}
   */
  ask(what, fields = {}) {
    const n = ++this._number;
    const started = performance.now();
    return new Promise((resolve) => {
      if (!this.up) return resolve(undefined);
      this._asked.set(n, (answer) => {
        if (answer) this.delay = performance.now() - started;
        resolve(answer?.[what]);
      });
      return this._socket?.send(JSON.stringify({ ask: what, n, ...fields, ...(attended() ? { used: true } : {}) }));
    });
  }

  /** @param {any} message */
  _hear(message) {
    this._heard = this._clock();
    this._waits = null;
    if (message.now) this._skew = message.now - Date.now() * 1000;
    if (message.hello) return this._greeted(message);
    if ("n" in message) {
      this._asked.get(message.n)?.(message);
      this._asked.delete(message.n);
      return;
    }
    if (message.unknown || message.stopped) return this._tell("doubt", message); // the key is kept, and sent again
    if (this._pending.get(message.lost)?.again) return this._inDoubt(message);
    const key = message.ack ?? message.no ?? message.lost;
    if (key !== undefined) {
      this._pending.get(key)?.resolve(message);
      this._pending.delete(key);
      return;
    }
    if (message.view) this.view = message.view;
    if (message.mine) this.mine = message.mine;
    if (message.events) this._tell("news", message);
    if (message.mine) this._tell("mine", message.mine);
  }

  /** @param {any} message */
  _greeted(message) {
    const again = this.me !== null;
    if (again && this._isOther(message.hello)) return this._leave("/");
    this.up = true;
    this._wait = FIRST_WAIT;
    this.me = message.hello;
    this.view = message.view;
    this.mine = message.mine ?? null;
    this._tell(again ? "back" : "hello", message);
    for (const key of this._pending.keys()) this._again(key);
  }

  /**
   * The same command by the same key, if it still has no answer.
   * @param {string} key
   */
  _again(key) {
    const waits = this._pending.get(key);
    if (!waits || !this.up) return;
    waits.again = true;
    this._socket?.send(JSON.stringify({ key, do: waits.command, round: waits.round }));
  }

  /**
   * Not done now says nothing of the first try, which another process may still be at: it is asked until that is known.
   * @param {Record<string, any>} given
   */
  _inDoubt({ lost: key, why }) {
    this._tell("doubt", { unknown: key, why });
    setTimeout(() => this._again(key), AGAIN_MS);
  }

  /**
   * A crew's keys count once within its session: under another one nothing is sent again.
   * @param {CloseEvent} event
   */
  _closedBy(event) {
    if (event?.code === SIGNED_OUT) putOut();
    if (event?.code === SIGNED_OUT && this.me?.kind === "crew" && !this._closed) {
      this.close();
      this._leave("/");
    }
    this._lost();
  }

  _lost() {
    const was = this.up;
    this.up = false;
    this._socket = null;
    for (const answer of this._asked.values()) answer(null);
    this._asked.clear();
    if (this._closed) return; // put down by the screen itself: nothing was lost
    if (was) this._tell("lost", null);
    else this._refused();
    setTimeout(() => this.open(), this._wait);
    this._wait = Math.min(this._wait * 2, LONGEST_WAIT);
  }

  // A line that is never greeted may be down, or refused: somebody signed out, or somebody else came in at this browser.
  async _refused() {
    const answer = await this._who().catch(() => null);
    if (answer?.status === 401 || (answer?.ok && this._isOther(await answer.json()))) this._leave("/");
  }

  /**
   * At a terminal another player's card makes another person of whoever is there: that is a new page, with nothing of the last one.
   * So does another session at a crew's screen, begun while the line was down: its keys count within their session alone.
   * @param {Record<string, any>} given
   */
  _isOther({ kind, seat, table, people, screen }) {
    if (this.me === null) return false;
    const another =
      (kind === "player" && people?.[0]?.[0] !== this.me.people?.[0]?.[0]) ||
      (kind === "crew" && screen !== undefined && screen !== this.me.screen);
    return kind !== this.me.kind || seat !== this.me.seat || another || Boolean(table && table !== this.table);
  }

  /**
   * @param {string} kind
   * @param {any} detail
   */
  _tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
