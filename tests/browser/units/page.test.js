import { get, LineDown, post } from "/web/js/common/page.js";
import { check } from "./check.js";

export { results } from "./check.js";

if (!document.body) document.documentElement.append(document.createElementNS("http://www.w3.org/1999/xhtml", "body"));
const real = globalThis.fetch;
const asked = [];
let down = 2;
globalThis.fetch = async (_path, { body } = {}) => {
  asked.push(body);
  if (down-- > 0) throw new TypeError("Failed to fetch");
  return new Response(JSON.stringify({ done: 5 }), { status: 200 });
};
check("what has a key is sent again until it is answered", await post("/api/cash-in", { key: "k1", amount: 500 }), {
  done: 5,
});
check("each time the same", new Set(asked).size === 1 && asked.length === 3, true);

down = 1;
asked.length = 0;
const told = await post("/signin", { person: "dana" });
check(
  "what has none is sent once, and nobody claims to know",
  [asked.length, told.unheard, told.why.includes("not known")],
  [1, true, true],
);

down = 1;
const failed = await get("/api/office").catch((wrong) => wrong);
check("a question says that the line is down", failed instanceof LineDown, true);
globalThis.fetch = real;
