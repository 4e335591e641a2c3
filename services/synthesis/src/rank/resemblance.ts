const SHORTEST_PREFIX = 4;
const SHORTEST_MISSPELT = 5;
/** Of shorter words, many are one letter apart: "bread" and "break". */
const SHORTEST_WRONG = 6;
/** Letters of a swap. */
const SWAPPED = 2;

/**
 * Whether two different stems are likely forms of one word: one begins with the other (`paint`, `painter`), or they are
 * one typing error apart (a letter missing or added, and in longer ones a letter wrong or two swapped, but never the first). Short
 * stems never resemble each other, nor do words with digits: ids that differ in one character are different ids.
 */
export function resembles(a: string, b: string): boolean {
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_PREFIX) return false;
  const sameAtStart = countSameAtStart(short, long);
  const alike =
    sameAtStart === short.length ||
    (short.length >= SHORTEST_MISSPELT && long.length - short.length <= 1 && isOneTypoApart(short, long, sameAtStart));
  return alike && !/[\d_]/u.test(long);
}

/** `sameAtStart`: how many characters both have in common from the start, fewer than `short` has. */
function isOneTypoApart(short: string, long: string, sameAtStart: number): boolean {
  const missing = long.length - short.length;
  const same = sameAtStart + countSameAtEnd(short, long, short.length - sameAtStart);
  if (missing === 1) return same === short.length;
  if (short.length < SHORTEST_WRONG) return false;
  const isOneWrong = same === short.length - 1;
  return (
    isOneWrong ||
    (same === short.length - SWAPPED &&
      short.charCodeAt(sameAtStart) === long.charCodeAt(sameAtStart + 1) &&
      short.charCodeAt(sameAtStart + 1) === long.charCodeAt(sameAtStart))
  );
}

function countSameAtStart(short: string, long: string): number {
  let count = 0;
  while (count < short.length && short.charCodeAt(count) === long.charCodeAt(count)) count++;
  return count;
}

/** At most `most`. */
function countSameAtEnd(short: string, long: string, most: number): number {
  let count = 0;
  while (count < most && short.charCodeAt(short.length - 1 - count) === long.charCodeAt(long.length - 1 - count))
    count++;
  return count;
}
