/** Shortest error, in words, of which some may differ, and the share that must be equal. */
const LEAST_WORDS = 4;
const ENOUGH = 0.7;

/**
 * Whether two templates are of one error, as in Drain's similarity of log messages: equally many words, most of them equal at their place.
 */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const first = a.split(' ');
  const second = b.split(' ');
  if (first.length !== second.length || first.length < LEAST_WORDS) return false;
  return first.filter((word, at) => word === second[at]).length >= ENOUGH * first.length;
}
