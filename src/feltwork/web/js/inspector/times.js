// Times as the inspector reads and asks for them: to the second, sortable.

/** @param {number} at microseconds since 1970 */
export const when = (at) => new Date(at / 1000).toLocaleString("sv-SE");

/** @param {string} typed */
export const micros = (typed) => (typed ? String(new Date(typed).getTime() * 1000) : "");

/** @param {number} at as a field for date and time has it */
export const field = (at) => when(at).replace(" ", "T");
