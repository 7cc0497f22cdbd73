import { post, settle } from "/web/js/common/page.js";
import { identify, keep, left } from "/web/js/common/unsettled.js";
import { check } from "./check.js";

export { results } from "./check.js";

const shelf = new Map();
const store = { getItem: (name) => shelf.get(name) ?? null, setItem: (name, text) => shelf.set(name, text) };
const ann = { kind: "player", table: "one", seat: 1, people: [["ann", "player"]] };
const ben = { ...ann, people: [["ben", "player"]] };
identify(ann, store);

const asked = [];
const answers = [];
globalThis.fetch = async (path, { body }) => {
  asked.push([path, JSON.parse(body)]);
  const [status, told] = answers.shift();
  if (status === 0) throw new TypeError("Failed to fetch");
  return new Response(typeof told === "string" ? told : JSON.stringify(told), { status });
};
globalThis.setTimeout = (work) => queueMicrotask(work);

answers.push([200, { done: 5 }]);
check("a definite answer is forgotten", [(await post("/api/cash", { key: "k1" })).done, left().length], [5, 0]);

answers.push(
  [503, { unknown: true, why: "it is not known" }],
  [0],
  [502, "<html>Bad gateway</html>"],
  [200, { done: 7 }],
);
check("asked until it is known", [(await post("/api/collect", { key: "k2" })).done, left().length], [7, 0]);
check(
  "always by the same key",
  asked.slice(1).map(([, body]) => body.key),
  ["k2", "k2", "k2", "k2"],
);

answers.push([409, { why: "no", clause: "6.4" }]);
check("a refusal is definite", [(await post("/api/card", { key: "k3" })).why, left().length], ["no", 0]);
answers.push([503, { lost: true, why: "it was not done" }]);
check("so is not done", [(await post("/api/card", { key: "k4" })).lost, left().length], [true, 0]);

answers.push([0], [503, { lost: true, why: "it was not done" }], [200, { done: 6 }]);
check(
  "not done, after a try that nobody answered: asked again",
  [(await post("/api/collect", { key: "k10" })).done, left().length],
  [6, 0],
);

const waits = [
  [429, { why: "too many requests" }],
  [408, { why: "too slow" }],
  [500, { why: "that failed" }],
  [502, { message: "bad gateway" }],
];
asked.length = 0;
answers.push([0], ...waits, [200, { done: 8 }]);
check(
  "told to wait, after a try that nobody answered: asked again",
  [(await post("/api/collect", { key: "k6" })).done, left().length],
  [8, 0],
);
check(
  "by the same key too",
  asked.map(([, body]) => body.key),
  Array(6).fill("k6"),
);
answers.push([408, { why: "too slow" }], [200, { done: 9 }]);
check(
  "whoever answers for the house knows nothing",
  [(await post("/api/card", { key: "k7" })).done, left().length],
  [9, 0],
);
answers.push([429, { why: "too many requests" }]);
check(
  "what was turned away before anything was in doubt was not done",
  [(await post("/api/card", { key: "k8" })).why, left().length],
  ["too many requests", 0],
);
answers.push([0], [403, { why: "not for you" }]);
check(
  "turned away, after a try that nobody answered: the key is kept",
  [(await post("/api/collect", { key: "k9" })).why, left().map(({ body }) => body.key)],
  ["not for you", ["k9"]],
);
answers.push([429, { why: "too many requests" }], [200, { done: 3 }]);
check(
  "a key from before is in doubt from the start",
  [(await post("/api/collect", { key: "k9" })).done, left().length],
  [3, 0],
);
answers.push([429, { why: "wait" }]);
check("what has no key is sent once", (await post("/signin", { person: "dana" })).why, "wait");

answers.push([401, {}]);
check("signed out: the key is kept", [(await post("/api/collect", { key: "k5" })).out, left().length], [true, 1]);
identify(ben, store);
check("for its own person only", left().length, 0);
identify(ann, store);
const told = [];
answers.push([200, { amount: 100 }]);
await settle((answer, path) => told.push([path, answer.amount]));
check("settled when the page comes back", [told, left().length], [[["/api/collect", 100]], 0]);

keep("/api/find", { words: "x" });
check("what has no key is not kept", left().length, 0);
