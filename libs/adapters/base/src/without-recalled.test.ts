import { describe, expect, it } from '@jest/globals';
import { withoutRecalled } from './without-recalled.ts';

describe('A text without what was recalled', () => {
  it.each([
    ['plain', 'plain'],
    ['<recalled-memory>\nold\n</recalled-memory>\nnew', 'new'],
    ['a <recalled-memory>1</recalled-memory> b <recalled-memory>2</recalled-memory>', 'a b '],
    ['an open <recalled-memory> stays', 'an open <recalled-memory> stays'],
    ['a closed </recalled-memory> stays', 'a closed </recalled-memory> stays'],
  ])('%j is %j', (text, expected) => expect(withoutRecalled(text)).toBe(expected));
});
