// Requests that have no definite answer yet. They are kept over a reload, each with its key, and asked again until they
// have one: the house does each once, however often it is asked. Passwords and codes are never kept: whoever asks again
// without them is told what came of it, or types them once more.

const SHELF = "feltwork-unsettled";
let shelf = globalThis.localStorage;
const SECRETS = ["password", "code"];
let who = "";

/**
 * Whose requests these are: another person at the same browser asks for none of them.
 * @param {Record<string, any>} given
 */
export function identify({ kind, table, seat, people }, store = globalThis.localStorage) {
  shelf = store;
  who = JSON.stringify([kind, table ?? "", seat ?? 0, people?.[0]?.[0] ?? ""]);
  const kept = all();
  if (kept.some((/** @type {any} */ { body }) => SECRETS.some((name) => body[name])))
    write(kept.map((/** @type {any} */ one) => ({ ...one, body: withoutSecrets(one.body) }))); // by a page of before
}

const withoutSecrets = (/** @type {Record<string, any>} */ body) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, SECRETS.includes(name) ? "" : value]));

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
      { who, path, body: withoutSecrets(body) },
    ]);
}

/**
 * The key of a request that was asked in the same words and has no answer yet; nothing where there is none.
 * @param {string} path
 * @param {Record<string, any>} body
 * @returns {string | undefined}
 */
export function keyOfSame(path, body) {
  const words = (/** @type {any} */ one) => JSON.stringify(Object.entries(withoutSecrets({ ...one, key: "" })).sort());
  return left(path).find((/** @type {any} */ one) => words(one.body) === words(body))?.body.key;
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
