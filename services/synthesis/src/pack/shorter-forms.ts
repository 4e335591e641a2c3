import { sectionTokens } from './section-tokens.ts';

/** A line that begins with a space explains the line before it (`renderArtifact`). */
const EXPLAINS = /^\s/u;

export interface Form {
  readonly text: string;
  readonly tokens: number;
}

/** Shorter forms of a rendered artifact, longest first: without explanations, then the headline only. */
export function shorterForms(text: string): Form[] {
  const lines = text.split('\n');
  const forms = [lines.filter((line) => !EXPLAINS.test(line)), lines.slice(0, 1)].map((kept) => kept.join('\n'));
  const distinct = [...new Set(forms)].filter((form) => form !== text);
  return distinct.map((form) => ({ text: form, tokens: sectionTokens(form) }));
}
