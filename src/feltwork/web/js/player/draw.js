// A player's own check of a draw: the secret is the one promised, and with everybody's words it gives what was shown.
// Written from the description of the draw and not from the server's program, so that each checks the other.

import { text } from "../common/text.js";

const COLOURS = ["red", "green", "blue", "yellow"];
const hex = (/** @type {any} */ bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (/** @type {string} */ hexed) =>
  Uint8Array.from(hexed.match(/../g) ?? [], (pair) => parseInt(pair, 16));

async function* bytesOf(/** @type {any} */ secret, /** @type {any} */ round, /** @type {any} */ nonces) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const head = new TextEncoder().encode(`${round}\x1f${nonces.join("\x1f")}`);
  for (let counter = 0; ; counter += 1) {
    const message = new Uint8Array(head.length + 8);
    message.set(head);
    new DataView(message.buffer).setBigUint64(head.length, BigInt(counter));
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  }
}

/**
 * A number below n: equal shares of the fewest whole bytes, the rest rejected.
 * @param {any} n
 * @param {any} stream
 */
async function below(n, stream) {
  const width = n <= 1 ? 0 : Math.ceil(Math.log2(n) / 8);
  const share = Math.floor(256 ** width / n);
  for (;;) {
    let value = 0;
    for (let i = 0; i < width; i += 1) value = value * 256 + (await stream.next()).value;
    const found = Math.floor(value / share);
    if (found < n) return found;
  }
}

/**
 * @param {string} kind
 * @param {any} stream
 */
async function outcome(kind, stream) {
  const [name, more] = kind.split(":");
  if (name === "two-dice") return [1 + (await below(6, stream)), 1 + (await below(6, stream))];
  if (name === "distinct") {
    /** @type {(number | string)[]} */
    const left = Array.from({ length: 36 }, (_, i) => i + 1);
    if (more !== "36") left.unshift(0);
    if (more === "38") left.push("00");
    const found = [];
    for (let i = 0; i < 4; i += 1) found.push(left.splice(await below(left.length, stream), 1)[0]);
    return found;
  }
  const colour = COLOURS[await below(4, stream)];
  if (!more) return [colour, "super"];
  const [part, whole] = more.split("/").map(Number);
  return [colour, (await below(whole, stream)) < part ? "mega" : "super"];
}

/**
 * A sentence: does the draw hold?
 * @param {Record<string, any>} given
 */
export async function checkDraw({ round, commitment, nonces, secret, drawn }) {
  if (!secret) return text("player.draw-secret");
  if (!crypto.subtle) return text("player.draw-insecure");
  const bytes = fromHex(secret);
  if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== commitment)
    return text("player.draw-other-secret", { round });
  const stream = bytesOf(bytes, round, nonces);
  for (const [kind, shown] of drawn) {
    const found = await outcome(kind, stream);
    if (JSON.stringify(found) !== JSON.stringify(shown))
      return text("player.draw-other-result", { round, found: found.join(" "), shown: shown.join(" ") });
  }
  const words = text(nonces.length ? "player.draw-words" : "player.draw-no-words", { count: nonces.length });
  const given = drawn.map((/** @type {any} */ [, shown]) => shown.join(" ")).join(text("player.draw-then"));
  return text("player.draw-holds", { words, given });
}
