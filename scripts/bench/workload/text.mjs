import { createZipf } from './random.mjs';
import { FIRST_CONTENT_RANK, VOCABULARY } from './vocabulary.mjs';

const TOPIC_WORDS = 60;
const TOPIC_SHARE = 0.4;
const RAREST_TOPIC_RANK = 8_000;
const drawRank = createZipf(VOCABULARY.length);

/**
 * A topic of texts: words that recur in them.
 * @returns {readonly string[]}
 */
export const makeTopic = (random) =>
  Array.from({ length: TOPIC_WORDS }, () => {
    // Uniform in the logarithm of the rank, so that a topic has common and rare words.
    const rank = FIRST_CONTENT_RANK * (RAREST_TOPIC_RANK / FIRST_CONTENT_RANK) ** random.next();
    return VOCABULARY[Math.floor(rank)];
  });

/** A text of `sentences` sentences on a topic. Word frequencies are those of English; many content words are of the topic. */
export function makeText(random, topic, sentences) {
  return Array.from({ length: sentences }, () => makeSentence(random, topic)).join(' ');
}

function makeSentence(random, topic) {
  const words = Array.from({ length: random.between(6, 20) }, () => {
    const rank = drawRank(random);
    return rank >= FIRST_CONTENT_RANK && random.chance(TOPIC_SHARE) ? random.pick(topic) : VOCABULARY[rank];
  });
  const text = words.join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}${random.chance(0.12) ? '?' : '.'}`;
}
