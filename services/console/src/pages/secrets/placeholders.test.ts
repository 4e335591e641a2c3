import { describe, expect, it } from '@jest/globals';
import { placeholdersIn } from './placeholders.ts';

describe('Placeholders of secrets', () => {
  it('are found in texts and names at any depth, each once', () => {
    const value = {
      command: 'export A=[secret:aws:0123456789ab] B=[secret:aws:0123456789ab]',
      env: [{ '[secret:url_credentials:ba9876543210]': true }],
    };
    expect(placeholdersIn(value)).toEqual([
      { kind: 'aws', fingerprint: '0123456789ab' },
      { kind: 'url_credentials', fingerprint: 'ba9876543210' },
    ]);
  });

  it('are not what only looks like them', () => {
    expect(placeholdersIn('[secret:] [secret:aws] [secret:aws:xyz]')).toEqual([]);
  });
});
