// A wager that is called aloud: what comes with it.

const NUMBERED = new Set(["voucher", "tokens"]); // where they are turned into chips, they have a number and a worth

/**
 * Does what comes with a wager have a number? Tokens that the table plays with lie in the rail and need none.
 * @param {{ brings: string[] }} oral
 * @param {string} brings
 */
export const needsNumber = (oral, brings) => oral.brings.includes("voucher") && NUMBERED.has(brings);
