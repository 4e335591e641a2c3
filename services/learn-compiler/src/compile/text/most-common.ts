import { compareText } from './words.ts';

/** The different texts with how often each occurs: the most frequent first, of equally frequent ones the first by code unit. */
export function mostCommon(texts: readonly string[]): [text: string, times: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
}
