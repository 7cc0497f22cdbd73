// The five dice of a set by letters, A to E: a number on a die would read as what it shows.

/** @param {number} die as the log numbers it, from 1 */
export const letterOf = (die) => "ABCDE"[(die - 1) % 5];
