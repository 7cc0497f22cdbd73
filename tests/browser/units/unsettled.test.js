import { post, settle } from "/web/js/common/page.js";
import { identify, keep, keyOfSame, left } from "/web/js/common/unsettled.js";
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

const SIGNED = "/api/office/one/signed";
const wish = { person: "sam", password: "right horse", code: "123456", do: { type: "second-correction", version: 7 } };
const kept = () => [...shelf.values()].join();
asked.length = 0;
answers.push([0], [503, { unknown: true, why: "under way" }], [409, { why: "this code was used before", code: true }]);
const doubted = await post(SIGNED, { key: "s1", ...wish });
check(
  "a code that was used says nothing of the try that used it: the key is kept",
  [doubted.why, left(SIGNED).map(({ body }) => body.key)],
  ["It is not known whether what was asked before was done. This code was used before", ["s1"]],
);
check(
  "each try has what was typed",
  asked.map(([, body]) => body.password),
  Array(3).fill("right horse"),
);
check("no password and no code is kept", [kept().includes("horse"), kept().includes("123456")], [false, false]);
check("the same wish has the same key", keyOfSame(SIGNED, { ...wish, code: "654321" }), "s1");
check(
  "another wish has not",
  [
    keyOfSame(SIGNED, { ...wish, person: "sue" }) ?? "none",
    keyOfSame(SIGNED, { ...wish, do: { type: "second-correction", version: 8 } }) ?? "none",
  ],
  ["none", "none"],
);
answers.push([401, {}]);
await post(SIGNED, { key: "s1", ...wish });
check("nor after somebody was signed out", [kept().includes("horse"), left(SIGNED).length], [false, 1]);
answers.push([409, { why: "no password came with it" }]);
await settle(() => {});
check("asked without a password, and still open", [asked.at(-1)[1].password, left(SIGNED).length], ["", 1]);
answers.push([409, { why: "nothing waits", clause: "9.4" }]);
check(
  "the log's own refusal is definite",
  [(await post(SIGNED, { key: "s1", ...wish })).why, left(SIGNED).length],
  ["nothing waits", 0],
);
answers.push([409, { why: "name or password is wrong" }]);
await post(SIGNED, { key: "s2", ...wish });
check("a wrong password at the first try leaves nothing open", left(SIGNED).length, 0);
shelf.set("feltwork-unsettled", JSON.stringify([{ who: "x", path: SIGNED, body: { key: "s3", ...wish } }]));
identify(ann, store);
check("what a page of before kept is cleaned", [kept().includes("horse"), kept().includes("s3")], [false, true]);
