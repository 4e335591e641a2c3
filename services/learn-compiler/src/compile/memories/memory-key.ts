import { contentKey } from '../text/hash.ts';

/** What a memory says: equal words by one speaker, whatever their case and spacing, are one memory where their tags are equal. */
export function memoryKey(speaker: string | null, body: string, dates: readonly string[]): string {
  const normalized = body
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return contentKey('memory', (speaker ?? '').toLowerCase(), normalized === '' ? body.trim() : normalized, ...dates);
}
