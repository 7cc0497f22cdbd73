// Requests that have no definite answer yet. They are kept over a reload, each with its key, and asked again until they
// have one: the house does each once, however often it is asked.

const SHELF = "feltwork-unsettled";
let shelf = globalThis.localStorage;
let who = "";

/**
 * Whose requests these are: another person at the same browser asks for none of them.
 * @param {Record<string, any>} given
 */
export function identify({ kind, table, seat, people }, store = globalThis.localStorage) {
  shelf = store;
  who = JSON.stringify([kind, table ?? "", seat ?? 0, people?.[0]?.[0] ?? ""]);
}

function all() {
  try {
    return JSON.parse(shelf.getItem(SHELF) ?? "[]");
  } catch {
    return [];
  }
}

const write = (/** @type {any} */ kept) => shelf.setItem(SHELF, JSON.stringify(kept));

/**
 * @param {string} path
 * @param {any} body
 */
export function keep(path, body) {
  if (who && body.key)
    write([
      ...all().filter((/** @type {Record<string, any>} */ { body: { key } }) => key !== body.key),
      { who, path, body },
    ]);
}

/** @param {string} key */
export function forget(key) {
  const kept = all();
  if (kept.some((/** @type {Record<string, any>} */ { body }) => body.key === key))
    write(kept.filter((/** @type {Record<string, any>} */ { body }) => body.key !== key));
}

// What this person asked and has no answer to, to one address or to any.
export const left = (/** @type {string | null} */ path = null) =>
  all().filter((/** @type {any} */ one) => one.who === who && (path === null || one.path === path));
