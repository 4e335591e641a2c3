import { describe, expect, test } from '@jest/globals';
import { nameText } from './name.ts';

const schema = nameText();

describe('A name', () => {
  test.each([
    ['Ｈａｒｂｏｕｒ', 'Harbour'],
    ['  Pier 7 ', 'Pier 7'],
    ['Pier\u00a07', 'Pier 7'],
    ['\u3000港\u3000', '港'],
    ['Zoe\u0308', 'Zoë'],
    ['ﬁne ①', 'fine 1'],
    ['Ελλάδα', 'Ελλάδα'],
    ['مرفأ', 'مرفأ'],
    ['हिन्दी', 'हिन्दी'],
    ['a'.repeat(200), 'a'.repeat(200)],
    ['😀'.repeat(200), '😀'.repeat(200)],
  ])('is kept in its normal form, trimmed: %j', (sent, kept) => {
    expect(schema.parse(sent)).toBe(kept);
  });

  test.each(['👩‍🚀', '👨‍👩‍👧 crew', '❤️', '👍🏽', '🏴‍☠️ Jolly', '1️⃣ first', '🧑🏾‍🤝‍🧑🏻'])('may contain emoji: %s', (name) => {
    expect(schema.parse(name)).toBe(name.normalize('NFKC'));
  });

  test.each([
    ['a zero-width space', 'Har\u200bbour'],
    ['a zero-width joiner outside an emoji', 'Har\u200dbour'],
    ['a zero-width joiner at the end of an emoji', '👩\u200d'],
    ['a zero-width joiner between an emoji and a letter', '👩\u200da'],
    ['a zero-width non-joiner', 'Har\u200cbour'],
    ['a direction override', 'Har\u202ebour'],
    ['a direction isolate', 'Har\u2066bour\u2069'],
    ['an Arabic letter mark', 'Har\u061cbour'],
    ['a soft hyphen', 'Har\u00adbour'],
    ['a byte order mark in the middle', 'Har\ufeffbour'],
    ['a word joiner', 'Har\u2060bour'],
    ['a variation selector after a letter', 'Harbour\ufe0f'],
    ['a supplementary variation selector', 'Harbour\u{e0100}'],
    ['a tag character', 'Harbour\u{e0041}'],
    ['a Hangul filler', 'Har\u3164bour'],
    ['a combining grapheme joiner', 'Har\u034fbour'],
    ['an empty Braille pattern', '\u2800'],
    ['a line end', 'Har\nbour'],
    ['a line separator', 'Har\u2028bour'],
    ['a tabulator', 'Har\tbour'],
    ['a NUL', 'Harbour\0'],
    ['an escape', 'Har\u001b[31mbour'],
    ['a lone surrogate', 'Har\ud800bour'],
    ['a private character', 'Har\ue000bour'],
    ['only spaces', '   '],
    ['only what is trimmed', '\u00a0\u3000'],
    ['many emoji before it', `${'👩🏽'.repeat(90)}\u200d`],
    ['many keycaps before it', `${'1️⃣'.repeat(60)}\u200d`],
    ['nothing', ''],
    ['too many characters', 'a'.repeat(201)],
    ['too many characters in its normal form', 'ﷺ'.repeat(12)],
    ['far too many characters', 'a'.repeat(100_000)],
  ])('is rejected with one reason if it has %s', (_what, name) => {
    expect(schema.safeParse(name).error?.issues).toHaveLength(1);
  });
});
