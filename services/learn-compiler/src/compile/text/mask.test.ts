import { describe, expect, it } from '@jest/globals';
import { clip, maskText } from './mask.ts';

describe('masking', () => {
  it.each([
    ['Error: room RM204 is taken on 2024-05-20', 'Error: room <id> is taken on <date>'],
    ['no build called nightly_build_77310', 'no build called <id>'],
    ['expected 305 rows, got 255.5', 'expected <n> rows, got <n>'],
    ['cannot open /srv/app/data/file.txt', 'cannot open <path>'],
    ['user "anna" has no role \'admin\'', 'user <value> has no role <value>'],
    ['mail to a.b@example.com failed, see https://example.com/x?y=1', 'mail to <email> failed, see <url>'],
    ['commit 9fceb02d0ae598e95dc970b74767f19372d61af8 is missing', 'commit <id> is missing'],
  ])('leaves of %j what names the kind', (raw, masked) => {
    expect(maskText(raw, 200)).toBe(masked);
  });

  it('stays within its limit and never splits a character', () => {
    expect(maskText('word '.repeat(500), 50).length).toBeLessThanOrEqual(50);
    expect(clip(`${'x'.repeat(8)}😀😀`, 10)).toBe(`${'x'.repeat(8)}…`);
  });
});
