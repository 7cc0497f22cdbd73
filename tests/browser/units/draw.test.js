import { notices, span } from "/web/js/common/notices.js";
import { hour } from "/web/js/common/times.js";
import { corrected } from "/web/js/player/correction.js";
import { checkDraw } from "/web/js/player/draw.js";
import { ringLeft } from "/web/js/player/hands.js";
import { check } from "./check.js";

export { results } from "./check.js";

// The example of the server's own description: secret 00 01 … 1f, round t7-42, words of ann and bob, dice 3 and 4.
const secret = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join("");
const draw = {
  round: "t7-42",
  secret,
  nonces: ["ann", "bob"],
  drawn: [["two-dice", [3, 4], 2]],
  commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
};
check("a draw that holds", (await checkDraw(draw)).startsWith("The draw holds"), true);
check(
  "another outcome",
  (await checkDraw({ ...draw, drawn: [["two-dice", [3, 5], 2]] })).startsWith("The draw does NOT hold"),
  true,
);
check("another word", (await checkDraw({ ...draw, nonces: ["ann"] })).startsWith("The draw does NOT hold"), true);
check(
  "another secret",
  (await checkDraw({ ...draw, secret: secret.replace("00", "01") })).includes("not the one promised"),
  true,
);
check("not out yet", (await checkDraw({ ...draw, secret: null })).includes("not out yet"), true);

check("spans", [span(61e6), span(59.2e6), span(-5)], ["1:01", "1:00", "0 s"]);
const view = { closing: 120e6, announced: { field: [[1000, null, 0], 60e6] } };
check(
  "notices count down",
  notices(view, null, { field: { title: "Field" } }, 0).map((n) => n.text),
  [`Table closes at ${hour(120e6)}, in 2:00`, `Field 10 to no maximum from ${hour(60e6)}, in 1:00`],
);
check("and then say so", notices(view, null, {}, 200e6)[0].text, "Table closes after this round");
check(
  "own limits",
  notices({}, { personal: { field: [0, 5000, 0] } }, { field: { title: "Field" } }, 0)[0].text,
  "Your own limits: up to 50 on Field",
);
check("the ring runs down", [ringLeft(10e6, 0, 10), ringLeft(10e6, 5e6, 10), ringLeft(10e6, 11e6, 10)], [100, 50, 0]);

const rounds = [{ version: 9 }, { version: 5, reversed_at: 8 }];
check(
  "what stands instead",
  corrected(rounds, 6).map(({ before, after }) => [before.version, after.version]),
  [[5, 9]],
);
check("an old correction is not news", corrected(rounds, 8), []);
const parts = [
  {
    version: 5,
    adjusted: [
      { at: 7, cents: -800 },
      { at: 9, cents: 300 },
    ],
  },
];
check(
  "a part set right counts into the next",
  corrected(parts, 7).map(({ at, already }) => [at, already]),
  [[9, -800]],
);
