// Sentences of the log as staff read them: a wager by its name, not by the key that programs use.

const WAGER = /(\bseat \d+, )([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g;

/**
 * A wager by its key, as words.
 * @param {string} key
 */
export const wagerName = (key) => `${key[0].toUpperCase()}${key.slice(1).replaceAll("-", " ")}`;

/**
 * >>> readable("seat 1, place-to-win on 4: 25.00 placed") is "seat 1, Place to win on 4: 25.00 placed"
 * @param {string} said
 */
export const readable = (said) => said.replace(WAGER, (_, seat, key) => `${seat}${wagerName(key)}`);
