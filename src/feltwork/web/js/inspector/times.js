// Times as the inspector reads and asks for them: to the second, sortable.

/** @param {number} at microseconds since 1970 */
export const when = (at) => new Date(at / 1000).toLocaleString("sv-SE");

/** @param {string} text */
export const micros = (text) => (text ? String(new Date(text).getTime() * 1000) : "");
