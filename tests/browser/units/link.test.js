import { DOWN, Link } from "/web/js/common/link.js";
import { check } from "./check.js";

export { results } from "./check.js";

class Wire {
  constructor() {
    this.sent = [];
    Wire.last = this;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
    this.onclose?.();
  }
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const who = () => Promise.reject(new TypeError("Failed to fetch"));
const hello = { hello: { seat: 1 }, now: Date.now() * 1000, view: { version: 1, round: 7 }, mine: { balance: 5 } };
const link = new Link("t", { socket: () => new Wire(), who });
link.open();
Wire.last.say(hello);
check("greeted", [link.up, link.mine.balance], [true, 5]);

const first = link.do({ type: "sit" }, "k1");
Wire.last.say({ ack: "k1", version: 2 });
check("acknowledged", (await first).version, 2);

const second = link.do({ type: "leave" }, "k2");
const asked = link.ask("legal");
const before = Wire.last;
before.close();
check("down", link.up, false);
check(
  "nobody waits for an answer that cannot come",
  [(await asked) ?? "none", (await link.ask("legal")) ?? "none"],
  ["none", "none"],
);
check("no order is taken while it is down", (await link.do({ type: "sit" }, "k2a")).why, DOWN);
await new Promise((resolve) => setTimeout(resolve, 250));
Wire.last.say({ ...hello, view: { version: 3, round: 8 } });
check(
  "at first without a round",
  before.sent.map((m) => m.round ?? "none"),
  ["none", "none", "none"],
);
check(
  "sent again with the same key, for the round it was given in",
  Wire.last.sent.map((m) => [m.key, m.round]),
  [["k2", 7]],
);
Wire.last.say({ no: "k2", why: "chips are left", clause: "6.4" });
check("refused", (await second).why, "chips are left");
const plain = link.do({ type: "sit" }, "k3");
Wire.last.say({ lost: "k3", why: "it was not done" });
check("not done, with nothing in doubt", (await plain).why, "it was not done");
const doubtful = link.do({ type: "sit" }, "k4");
Wire.last.close();
await new Promise((resolve) => setTimeout(resolve, 450));
Wire.last.say({ ...hello, view: { version: 3, round: 8 } });
let doubts = 0;
link.addEventListener("doubt", () => {
  doubts += 1;
});
Wire.last.say({ lost: "k4", why: "it was not done" });
await new Promise((resolve) => setTimeout(resolve, 2100));
check(
  "not done, after a try that nobody answered: asked again",
  [Wire.last.sent.map((m) => m.key), doubts],
  [["k4", "k4"], 1],
);
Wire.last.say({ ack: "k4", version: 9 });
check("until it is known", (await doubtful).version, 9);
check("the server's clock", Math.abs(link.now() - Date.now() * 1000) < 2e6, true);
let lost = 0;
link.addEventListener("lost", () => {
  lost += 1;
});
link.close();
check("closed by the screen itself, not lost", [link.up, lost], [false, 0]);

const left = [];
let answer = { status: 200, ok: true, json: async () => ({ kind: "player", seat: 1, table: "t" }) };
const guest = new Link("t", { socket: () => new Wire(), who: async () => answer, leave: (path) => left.push(path) });
guest.open();
Wire.last.say({ ...hello, hello: { kind: "player", seat: 1, table: "t" } });
const refusedOnce = async () => {
  const refused = Wire.last;
  for (let i = 0; i < 40 && Wire.last === refused; i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  Wire.last.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
};
Wire.last.close();
await refusedOnce();
check("a server that is busy is tried again", left, []);
answer = { status: 200, ok: true, json: async () => ({ kind: "player", seat: 2, table: "other" }) };
await refusedOnce();
check("somebody else came in at this browser", left, ["/"]);
answer = { status: 401, ok: false };
await refusedOnce();
check("nobody is signed in any more", left, ["/", "/"]);
guest.close();

let now = 0;
const silent = new Link("t", { socket: () => new Wire(), who, clock: () => now });
let gone = 0;
silent.addEventListener("lost", () => {
  gone += 1;
});
silent.open();
Wire.last.say(hello);
now = 3500;
silent.attend();
check(
  "a quiet line is asked whether it stands",
  Wire.last.sent.map((m) => m.ask),
  ["time"],
);
Wire.last.say({ n: 1, time: 1 });
now = 6000;
silent.attend();
check("and answers", [silent.up, Wire.last.sent.length], [true, 1]);
now = 7000;
silent.attend();
now = 12000;
silent.attend();
check("slow is not dead", [silent.up, gone], [true, 0]);
const third = silent.do({ type: "sit" }, "k3");
now = 13500;
silent.attend();
check("a line that does not answer is down", [silent.up, gone, Wire.last.closed], [false, 1, true]);
const dead = Wire.last;
await new Promise((resolve) => setTimeout(resolve, 250));
check("and another is tried", Wire.last !== dead, true);
now = 20000;
silent.attend();
const unheard = Wire.last;
check("one that is never greeted is given up too", unheard.closed, true);
await new Promise((resolve) => setTimeout(resolve, 350));
Wire.last.say(hello);
check("what it never took is sent on the next", [Wire.last !== unheard, Wire.last.sent[0].key], [true, "k3"]);
Wire.last.say({ ack: "k3", version: 3 });
check("and answered", (await third).version, 3);
silent.close();

const seen = [];
const lines = [];
const deals = new Link("t", {
  socket: () => lines[lines.push(new Wire()) - 1],
  who,
  leave: (path) => seen.push(path),
});
deals.open();
lines[0].say({ ...hello, hello: { kind: "crew", table: "t", people: [["dana", "dealer"]] } });
deals.do({ type: "buy-in" }, "k9");
lines[0].onclose({ code: 4401 });
await new Promise((resolve) => setTimeout(resolve, 250));
check("a crew whose session has ended sends nothing under another one", [seen, lines.length], [["/"], 1]);

const away = [];
const anew = [];
const crew = { kind: "crew", table: "t", people: [["dana", "dealer"]], screen: "one" };
const dealt = new Link("t", {
  socket: () => anew[anew.push(new Wire()) - 1],
  who,
  leave: (path) => away.push(path),
});
dealt.open();
anew[0].say({ ...hello, hello: crew });
dealt.do({ type: "buy-in" }, "k10");
anew[0].close();
await new Promise((resolve) => setTimeout(resolve, 250));
anew[1].say({ ...hello, hello: crew });
check(
  "a crew that comes back sends again",
  anew[1].sent.map((m) => m.key),
  ["k10"],
);
anew[1].close();
await new Promise((resolve) => setTimeout(resolve, 250));
anew[2].say({ ...hello, hello: { ...crew, screen: "two" } });
check("but nothing under a session that began while the line was down", [away, anew[2].sent], [["/"], []]);
dealt.close();
