import { sectionTokens } from './section-tokens.ts';

/** A line that begins with a space explains the line before it (`renderArtifact`). */
const EXPLAINS = /^\s/u;

export interface Form {
  readonly text: string;
  readonly tokens: number;
}

/** A rendered artifact without explanations; null if it has none, or if only the headline would be left, which is of no use. */
export function shorterForm(text: string): Form | null {
  const shorter = withoutExplanations(text);
  return shorter === text || !shorter.includes('\n') ? null : { text: shorter, tokens: sectionTokens(shorter) };
}

/** The lines of a rendered artifact that say what to do. */
export const withoutExplanations = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !EXPLAINS.test(line))
    .join('\n');
