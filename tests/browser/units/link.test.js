import { Link } from "/web/js/link.js";
import { check } from "./check.js";
export { results } from "./check.js";

class Wire {
  constructor() { this.sent = []; Wire.last = this; }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.onclose(); }
  say(message) { this.onmessage({ data: JSON.stringify(message) }); }
}

const hello = { hello: { seat: 1 }, now: Date.now() * 1000, view: { version: 1 }, mine: { balance: 5 } };
const link = new Link("t", { socket: () => new Wire() });
link.open();
Wire.last.say(hello);
check("greeted", [link.up, link.mine.balance], [true, 5]);

const first = link.do({ type: "sit" }, "k1");
Wire.last.say({ ack: "k1", version: 2 });
check("acknowledged", (await first).version, 2);

const second = link.do({ type: "leave" }, "k2");
const before = Wire.last;
before.close();
check("down", link.up, false);
await new Promise((resolve) => setTimeout(resolve, 250));
Wire.last.say(hello);
check("sent again with the same key", Wire.last.sent.map((m) => m.key), ["k2"]);
Wire.last.say({ no: "k2", why: "chips are left", clause: "6.4" });
check("refused", (await second).why, "chips are left");
check("the server's clock", Math.abs(link.now() - Date.now() * 1000) < 2e6, true);
let lost = 0;
link.addEventListener("lost", () => { lost += 1; });
link.close();
check("closed by the screen itself, not lost", [link.up, lost], [false, 0]);
