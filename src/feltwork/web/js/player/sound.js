// Sounds made on the spot, never loaded; silent until the player asks for them.

/** @import { Selection } from "../common/messages.js" */

/** @type {Record<string, [number, number, OscillatorType, number][]>} */
const NOTES = {
  chip: [[1900, 0.035, "square", 0.04]],
  bounce: [[160, 0.12, "sawtooth", 0.05]],
  close: [
    [620, 0.08, "sine", 0.06],
    [460, 0.12, "sine", 0.06],
  ],
  result: [[520, 0.1, "triangle", 0.08]],
  win: [
    [523, 0.09, "triangle", 0.09],
    [659, 0.09, "triangle", 0.09],
    [784, 0.16, "triangle", 0.09],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {string} name
 * @param {Selection} on
 */
export function play(name, on) {
  if (!on) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, seconds, shape, loud] of NOTES[name]) {
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = shape;
    voice.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    voice.connect(gain).connect(context.destination);
    voice.start(at);
    voice.stop(at + seconds);
    at += seconds;
  }
}
