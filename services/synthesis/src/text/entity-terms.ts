import { identifierWords } from '@strata/kernel/identifiers';
import { stems } from './terms.ts';

/** The terms of a query that are identifiers, such as the number of an order. A word in capitals alone is not taken for one. */
export const entityTerms = (query: string): string[] => {
  const identifiers = [...identifierWords(query)].filter((word) => /\d/.test(word) && !word.includes('@'));
  return [...new Set(stems(identifiers, null))];
};
