const SHORTEST_PREFIX = 4;
const SHORTEST_MISSPELT = 5;

/**
 * Whether two different stems are likely forms of one word: one begins with the other (`paint`, `painter`), or they are
 * one typing error apart (a letter wrong, missing or added, or two swapped, but never the first). Short stems never
 * resemble each other, nor do words with digits: ids that differ in one character are different ids.
 */
export function resembles(a: string, b: string): boolean {
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_PREFIX) return false;
  const alike =
    long.startsWith(short) ||
    (short.length >= SHORTEST_MISSPELT && long.length - short.length <= 1 && isOneTypoApart(short, long));
  return alike && !/[\d_]/u.test(long);
}

function isOneTypoApart(short: string, long: string): boolean {
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1);
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2);
}
