import { describe, expect, it } from '@jest/globals';
import { NearDuplicates } from './near-duplicates.ts';

function repeats(first: string, second: string): boolean {
  const seen = new NearDuplicates();
  seen.isRepeat(first);
  return seen.isRepeat(second);
}

describe('A repeat', () => {
  it('is found despite case, punctuation and one more word in a long text', () => {
    expect(repeats('Thanks a lot!', 'thanks a lot')).toBe(true);
    const long =
      'the nightly job copies every invoice of the day into the archive and then mails a short summary to the finance team';
    expect(repeats(long, `${long} again`)).toBe(true);
  });

  it('is not a text with another number, identifier or negation', () => {
    const text = 'the payment for order W100 was refunded to the card that was used by the customer for the purchase';
    expect(repeats(text, text.replace('W100', 'W101'))).toBe(false);
    expect(repeats('it works', "it doesn't work")).toBe(false);
  });

  it('is found among single words, and not among different signs', () => {
    expect(repeats('Yes', 'yes!')).toBe(true);
    expect(repeats('Yes', 'No')).toBe(false);
    expect(repeats('👍', '🎉')).toBe(false);
  });
});
