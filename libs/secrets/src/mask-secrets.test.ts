import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from './mask-secrets.ts';

const TOKEN = `ghp_${'Ab3d'.repeat(9)}`;

describe('Masking a value', () => {
  it('replaces each secret in texts and keys, names its kind, and keeps the text around it', () => {
    const { masked, kinds } = maskSecrets({ command: `git push https://${TOKEN}@example.org`, deep: [{ [TOKEN]: 1 }] });
    expect(JSON.stringify(masked)).not.toContain(TOKEN);
    expect(masked.command).toMatch(/^git push https:\/\/.*\[secret:[a-z_]+:000000000000\]@example\.org$/);
    expect(kinds).toHaveLength(2);
  });

  it('gives equal values for equal values, and changes nothing twice', () => {
    const value = { output: `TOKEN=${TOKEN} and password: hunter2-x9Qz` };
    const once = maskSecrets(value);
    expect(maskSecrets(value)).toEqual(once);
    expect(maskSecrets(once.masked)).toEqual({ masked: once.masked, kinds: [] });
  });

  it('leaves a value without secrets as it is', () => {
    const value = { content: 'The token expired yesterday', list: [1, null, 'a'] };
    expect(maskSecrets(value).masked).toBe(value);
  });
});
