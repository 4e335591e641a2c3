import { describe, expect, it } from '@jest/globals';
import { excerpt } from './excerpt.ts';

const FILLER = 'Nothing of note happened on that day either. ';
const weights = new Map([
  ['ferri', 2],
  ['harbour', 1],
]);

describe('An excerpt', () => {
  it('is the whole of a text that hardly exceeds the limit', () => {
    expect(excerpt('Short. And complete.', weights, 18)).toBe('Short. And complete.');
  });

  it('keeps the sentences that hold the most weight, in their order, and marks what it leaves out', () => {
    const text = `The harbour is closed. ${FILLER.repeat(5)}The ferry leaves at nine. ${FILLER.repeat(5)}`;
    expect(excerpt(text, weights, 55)).toBe('The harbour is closed. … The ferry leaves at nine. …');
  });

  it('begins with the beginning where no sentence holds a term of the query', () => {
    expect(excerpt(`We met in Oslo. ${FILLER.repeat(10)}`, weights, 40)).toBe('We met in Oslo. …');
  });

  it('cuts a sentence that is far longer than the limit', () => {
    const cut = excerpt(`ferry ${'word '.repeat(200)}`, weights, 50);
    expect(cut.length).toBeLessThan(70);
    expect(cut).toMatch(/^ferry word .* …$/);
  });
});
