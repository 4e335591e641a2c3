import { createHash } from 'node:crypto';
import { createRandom } from '../workload/random.mjs';

export const DIMENSIONS = 384;
const WORD = /[\p{L}\p{N}]+/gu;
const vectors = new Map();

/**
 * A vector of length 1 for a text: the sum of a fixed pseudo-random vector for each of its words. Texts that share words are
 * near each other. It knows no meaning, and stands for a model only in form and size.
 * @param {string} text
 * @returns {number[]} `DIMENSIONS` numbers
 */
export function embedText(text) {
  const sum = new Float64Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(WORD) ?? [' ']) {
    const vector = vectorOf(word);
    for (let at = 0; at < DIMENSIONS; at++) sum[at] += vector[at];
  }
  let squares = 0;
  for (let at = 0; at < DIMENSIONS; at++) squares += sum[at] ** 2;
  const length = Math.sqrt(squares);
  // Eight digits, as the interface's usual answers have.
  return Array.from(sum, (value) => Math.round((value / length) * 1e8) / 1e8);
}

function vectorOf(word) {
  let vector = vectors.get(word);
  if (vector === undefined) {
    const random = createRandom(createHash('sha256').update(word).digest().readUInt32LE());
    vectors.set(word, (vector = Float64Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1)));
  }
  return vector;
}
