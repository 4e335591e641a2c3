import { countTokens } from '../text/count-tokens.ts';

/**
 * What a section costs inside a pack, the newline after it included (after a full stop it usually costs nothing). Count it at index time:
 * for a memory over `renderMemory` without a date, for an artifact over its rendered text.
 */
export function sectionTokens(rendered: string): number {
  return countTokens(`${rendered}\n`);
}
