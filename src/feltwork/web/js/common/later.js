// A field that is filled later.

/**
 * What a field holds until the table has greeted its screen.
 * @returns {any}
 */
export const later = () => null;
