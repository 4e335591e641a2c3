import { countTokens } from '../text/count-tokens.ts';

/**
 * The cost of a section in a pack, with the newline after it (after a full stop it usually costs nothing). It is counted at
 * index time, of the text of `renderArtifact`, or of `renderMemory` without a date.
 */
export function sectionTokens(rendered: string): number {
  return countTokens(`${rendered}\n`);
}
