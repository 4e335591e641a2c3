/** Shortest error, in words, of which some may differ, and the share that must be equal. */
const LEAST_WORDS = 4;
const ENOUGH = 0.7;

/**
 * Whether two templates are of one error, as in Drain's similarity of log messages: equally many words, most of them equal at their place.
 */
export const areAlike = (a: string, b: string): boolean => a === b || areWordsAlike(a.split(' '), b.split(' '));

/** {@link areAlike} of different templates that are split into words. */
export function areWordsAlike(first: readonly string[], second: readonly string[]): boolean {
  if (first.length !== second.length || first.length < LEAST_WORDS) return false;
  let left = first.length - Math.ceil(ENOUGH * first.length);
  return first.every((word, at) => word === second[at] || left-- > 0);
}
