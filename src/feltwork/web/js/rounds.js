// A round in a few words.

export const resultWords = (result) => (Array.isArray(result) ? `${result[0]} and ${result[1]}, total ${result[0] + result[1]}` : `Number ${result}`);

export const resultOf = (round) => (round.invalid ? `No result: ${round.invalid} (${round.clause})` : resultWords(round.result));

// What became of a round that was set right after its chips had moved.
export const adjustedTo = ({ result }) => (result === null ? "the wagers are void" : resultWords(result));
