import { describe, expect, test } from '@jest/globals';
import { NearDuplicates } from './near-duplicates.ts';

function repeats(first: string, second: string): boolean {
  const seen = new NearDuplicates();
  seen.isRepeat(first);
  return seen.isRepeat(second);
}

describe('NearDuplicates', () => {
  test('case, punctuation and one word in a long text do not tell texts apart', () => {
    expect(repeats('Thanks a lot!', 'thanks a lot')).toBe(true);
    const long =
      'the nightly job copies every invoice of the day into the archive and then mails a short summary to the finance team';
    expect(repeats(long, `${long} again`)).toBe(true);
  });

  test('a number, an identifier or a negation does', () => {
    const text = 'the payment for order W100 was refunded to the card that was used by the customer for the purchase';
    expect(repeats(text, text.replace('W100', 'W101'))).toBe(false);
    expect(repeats('it works', "it doesn't work")).toBe(false);
  });

  test('single words and texts of signs alone are compared too', () => {
    expect(repeats('Yes', 'yes!')).toBe(true);
    expect(repeats('Yes', 'No')).toBe(false);
    expect(repeats('👍', '🎉')).toBe(false);
  });
});
