import { contentKey } from '../text/hash.ts';

/** The identity of a memory: equal words of one speaker, ignoring case and spacing, with equal tags. */
export function memoryKey(speaker: string | null, body: string, dates: readonly string[]): string {
  const normalized = body
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return contentKey('memory', (speaker ?? '').toLowerCase(), normalized === '' ? body.trim() : normalized, ...dates);
}
