import { contentWords, lightStem } from '../text/words.ts';

const NAME_IN_SENTENCE = /(?<=[\p{Ll}\p{N},;:'’"-] )\p{Lu}[\p{L}]+/gu;
const PLAIN_WORD = /(?<![\p{L}])\p{Ll}[\p{L}]+/gu;

/** Words that requests capitalize within sentences more often than not: names of people, places, things. */
function properNames(requests: readonly string[]): Set<string> {
  const capital = new Map<string, number>();
  const plain = new Map<string, number>();
  const count = (counts: Map<string, number>, word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const request of requests) {
    for (const [word] of request.matchAll(NAME_IN_SENTENCE)) count(capital, word.toLowerCase());
    for (const [word] of request.matchAll(PLAIN_WORD)) count(plain, word);
  }
  return new Set([...capital].filter(([word, times]) => times > (plain.get(word) ?? 0)).map(([word]) => word));
}

/** The content words of each request, without function words, courtesies and names: stem → first written form. */
export function requestWords(requests: readonly string[]): Map<string, string>[] {
  const names = properNames(requests);
  return requests.map((request) => {
    const words = new Map<string, string>();
    for (const word of contentWords(request))
      if (!names.has(word) && !words.has(lightStem(word))) words.set(lightStem(word), word);
    return words;
  });
}
