// Small helpers that every page uses: elements without inline handlers, announcements, requests.

import { attended } from "./attended.js";
import { asRole, leaveRole, role } from "./role.js";
import { text } from "./text.js";
import { forget, keep, left } from "./unsettled.js";
import { wordsHere } from "./wording.js";

/**
 * An element with attributes, listeners (`onclick` and its like) and children; a child that is missing is left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `text` is its text; `true` stands for an empty attribute, `false` and nothing for none
 * @param {(Node | string | null | undefined)[]} children
 * @returns {any} an element of that tag
 */
export function element(tag, { text: words, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  if (words !== undefined) made.textContent = words;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * An element that the page itself has, of the kind that it has there.
 * @param {string} selector
 * @returns {any}
 */
export const find = (selector) => document.querySelector(selector);

/**
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)].map(asElement);

/**
 * Where somebody clicked or typed.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export const targetOf = (event) => asElement(event.target);

/**
 * Where the keyboard is.
 * @returns {HTMLElement | null}
 */
export const focused = () => asElement(document.activeElement);

const asElement = (/** @type {any} */ node) => node;

const TRIES_MS = [500, 1000, 2000, 4000];

const PATIENCE_MS = 10_000; // a pulled cable closes nothing: without an answer for so long, there is none

const read = (/** @type {string} */ raw) => JSON.parse(raw, wordsHere);

export class LineDown extends Error {}

/** @param {string} path */
export async function get(path, { byItself = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = { ...asRole(), ...(byItself && !attended() ? { "feltwork-by-itself": "1" } : {}) };
  const down = () => {
    throw new LineDown(text("common.not-looked-up"));
  };
  const answer = await fetch(path, {
    credentials: "same-origin",
    headers,
    signal: byItself ? AbortSignal.timeout(PATIENCE_MS) : undefined,
  }).catch(down);
  if (answer.status === 401) goToDoor();
  return answer.text().then(read).catch(down); // what stands before the house may answer for it, and not in its words
}

/**
 * What a screen cannot be without: asked for until it comes.
 * @param {string} path
 */
export async function getSurely(path) {
  for (;;) {
    const told = await get(path).catch(() => null);
    if (told) return told;
    await new Promise((resolve) => setTimeout(resolve, TRIES_MS[1]));
  }
}

/**
 * An order that is pressed again while it waits for its answer is still the same order.
 * @param {(...given: any[]) => any} act
 */
export function alone(act) {
  let busy = false;
  return async (/** @type {any[]} */ ...what) => {
    if (busy) return undefined;
    busy = true;
    try {
      return await act(...what);
    } finally {
      busy = false;
    }
  };
}

// Answers may overtake one another: what was asked for one place before its newest question comes to nothing.
export function newest() {
  let asked = 0;
  return async (/** @type {any} */ answer) => {
    asked += 1;
    const mine = asked;
    const told = await answer;
    return mine === asked ? told : null;
  };
}

const LONGEST_WAIT_MS = 30_000;

/**
 * One try: what the house said, with the status; nothing where it did not answer, or a reverse proxy answered for it.
 * @param {string} path
 * @param {any} body
 */
async function tried(path, body, as = role()) {
  /** @type {RequestInit} */
  const request = {
    method: "POST",
    credentials: "same-origin",
    headers: { ...asRole(as), "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, body.key ? { ...request, signal: AbortSignal.timeout(PATIENCE_MS) } : request).catch(
    () => null,
  );
  const said = await answer
    ?.text()
    .then(read)
    .catch(() => null);
  if (!answer || !said) return null;
  const { status } = answer;
  const told =
    status === 401
      ? { why: text("common.signed-out"), ...said, out: true }
      : answer.ok
        ? said
        : { why: text("common.did-not-work"), ...said };
  return { told, status, waitMs: Math.min((Number(answer.headers.get("retry-after")) || 0) * 1000, LONGEST_WAIT_MS) };
}

// Does this answer leave it open whether the order is done? Then it is asked again. What turns a request away at the door
// (429), and "it was not done", say nothing of an earlier try that another process may still be at; where there was none,
// nothing was done.
const isOpen = (/** @type {Record<string, any>} */ { told, status }, /** @type {boolean} */ doubt) =>
  Boolean(told.unknown) || (told.lost ? doubt : status >= 500 || status === 408 || (status === 429 && doubt));

// Is it done, or refused by the house? A refusal of whoever asks, or of where they ask, says nothing of an earlier try
// either; nor does one without a clause (a wrong or used code): the log's own refusals have one.
const isDefinite = (/** @type {Record<string, any>} */ { told, status }, /** @type {boolean} */ doubt) =>
  !told.out && (!doubt || status < 400 || status === 400 || (status === 409 && "clause" in told));

/**
 * What has a key is done once, however often it is sent: it is sent until a definite answer comes, after a reload too.
 * @param {string} path
 * @param {any} body
 * @param {{ as?: string }} options the role it is asked in, where that is not this tab's
 */
export async function post(path, body, { as = role() } = {}) {
  let doubt = left(path).some((/** @type {Record<string, any>} */ { body: { key } }) => key === body.key);
  keep(path, body);
  for (let tries = 0; ; tries += 1) {
    const answer = await tried(path, body, as);
    if (!body.key) return answer && !answer.told.unknown ? answer.told : { why: text("common.unheard"), unheard: true };
    if (answer && !isOpen(answer, doubt)) {
      if (isDefinite(answer, doubt)) forget(body.key);
      else if (answer.status === 409)
        return { ...answer.told, why: text("common.still-open", { why: sentence(answer.told.why) }) };
      return answer.told;
    }
    doubt = true;
    announce(text(answer ? "common.in-doubt" : "common.connection-lost"), { bad: true });
    const wait = TRIES_MS[Math.min(tries, TRIES_MS.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, answer?.status === 429 ? Math.max(wait, answer.waitMs) : wait));
  }
}

// What was asked before this page was loaded anew, and had no answer: ask for it now, and tell what came of it.
export function settle(
  tell = (/** @type {Record<string, any>} */ told, /** @type {string} */ _path) =>
    announce(told.why ?? text("common.done-before"), { clause: told.clause, bad: Boolean(told.why) }),
) {
  return Promise.all(
    left().map(async (/** @type {Record<string, any>} */ { path, body }) => tell(await post(path, body), path)),
  );
}

const READ_MS = 1500;

// The server's reasons begin in lower case, for they also follow a name or a clause; alone they begin as a sentence does.
export const sentence = (/** @type {string} */ words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * The clause that something is by, in brackets; nothing where the words name it already.
 * @param {string | undefined} clause
 */
export const clauseOf = (clause) =>
  clause ? element("span", { class: "clause", text: ` (${sayClause(clause)})` }) : "";

// A clause as it is said: a definition by its word, not by the mark that the log has.
export const sayClause = (/** @type {string} */ clause) => clause.replace(/\["?([^"\]]+)"?\]/g, ", “$1”");

// Where a sentence is said: in the sheet that lies over all of the page, at the page's own place for it, or at its foot.
function placeOfNotes() {
  const sheet = document.querySelector("dialog[open]");
  const own = sheet ? sheet.querySelector(".said") : find("#said");
  if (own) return own;
  const place =
    find("#announcements") ?? element("div", { id: "announcements", role: "status", "aria-live": "polite" });
  const home = sheet ?? document.body;
  if (place.parentNode !== home) home.append(place);
  return place;
}

/**
 * A sentence that is read out too; a refusal stays longer than good news.
 * @param {string | undefined} sentence
 */
export function announce(sentence, { clause = "", bad = false } = {}) {
  const place = placeOfNotes();
  unsay();
  const note = element("p", { class: bad ? "note bad" : "note", text: sentence });
  note.append(clauseOf(clause));
  place.replaceChildren(note);
  clearTimeout(place.timer);
  place.timer = setTimeout(() => note.remove(), bad ? 7000 : 3000);
  saidAt = performance.now();
}

let saidAt = 0;

/** What was said is not about what comes now. */
export function unsay() {
  for (const note of findAll(".said .note, #said .note, #announcements .note")) note.remove();
}

// Whoever goes on to something else has read it.
globalThis.addEventListener(
  "click",
  () => {
    if (performance.now() - saidAt > READ_MS) unsay();
  },
  { capture: true },
);

// Where money moves, the second click of a double click is not a second order.
globalThis.addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || !targetOf(event).closest?.("[data-once]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

// A question that nobody waits for any more still says why nothing came of it.
globalThis.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof LineDown)) return;
  event.preventDefault();
  announce(event.reason.message, { bad: true });
});

export function goToDoor() {
  leaveRole();
  location.assign("/");
}
