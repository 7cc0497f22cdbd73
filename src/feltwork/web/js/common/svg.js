// Parts of a drawing.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[number, number]} Point */

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {Node[]} children
 * @returns {any} an element of that tag
 */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A text of a drawing.
 * @param {Record<string, any>} attributes
 * @param {string} words
 * @returns {any}
 */
export function text(attributes, words) {
  const made = shape("text", attributes);
  made.textContent = words;
  return made;
}
