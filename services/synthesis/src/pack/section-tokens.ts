import { countTokens } from '../text/count-tokens.ts';

/**
 * The cost of a section in a pack, with the newline after it (after a full stop it usually costs nothing). Counted at index
 * time: of a memory over `renderMemory` without a date, of an artifact over its rendered text.
 */
export function sectionTokens(rendered: string): number {
  return countTokens(`${rendered}\n`);
}
