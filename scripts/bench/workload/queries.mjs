import { createRandom } from './random.mjs';

/** A word that occurs in more than this share of the texts is common. */
const COMMON_SHARE = 0.01;
const QUESTIONS = [
  'What did we say about',
  'When did you',
  'Who was it that told me about the',
  'Why do they',
  'How do I',
  'Which one had',
];
const WORD = /[\p{L}\p{N}]+/gu;

const wordsOf = (text) => text.toLowerCase().match(WORD) ?? [];

/**
 * Questions about texts, each with some words of one text, and the limit's query for each: its uncommon words (those in at
 * most 1 % of the texts, or else the rarest one) combined with OR.
 * @param {readonly string[]} texts
 * @returns {{query: string, tsquery: string}[]}
 */
export function makeQueries(texts, count, seed = 7) {
  const random = createRandom(seed);
  const frequencies = documentFrequencies(texts);
  return Array.from({ length: count }, () => {
    const words = wordsOf(random.pick(texts));
    const chosen = new Set(Array.from({ length: random.between(4, 7) }, () => random.pick(words)));
    const query = `${random.pick(QUESTIONS)} ${[...chosen].join(' ')}?`;
    const byRarity = [...new Set(wordsOf(query))]
      .filter((word) => frequencies.has(word))
      .sort((a, b) => frequencies.get(a) - frequencies.get(b));
    const uncommon = byRarity.filter((word) => frequencies.get(word) <= COMMON_SHARE * texts.length);
    return { query, tsquery: (uncommon.length > 0 ? uncommon : byRarity.slice(0, 1)).join(' | ') };
  });
}

function documentFrequencies(texts) {
  const frequencies = new Map();
  for (const text of texts)
    for (const word of new Set(wordsOf(text))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return frequencies;
}
