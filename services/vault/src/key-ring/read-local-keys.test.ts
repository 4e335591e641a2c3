import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readLocalKeys } from './read-local-keys.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const ids = (text: string): string[] => readLocalKeys(text, 'VAULT_KEYS').map(({ keyId }) => keyId);

describe('readLocalKeys', () => {
  const [one, other] = [newKey(), newKey()];

  it('reads keys one a line or separated by commas, in order, without duplicates', () => {
    expect(ids(`${one}\n`)).toHaveLength(1);
    expect(ids(`\n${one}\r\n${other}\n${one}\n`)).toEqual([...ids(one), ...ids(other)]);
    expect(ids(`${other}, ${one}`)).toEqual([...ids(other), ...ids(one)]);
  });

  it('reads base64 and base64url, padded or not, as the same key', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    const [standard, url] = [bytes.toString('base64'), bytes.toString('base64url')];
    expect(new Set([standard, standard.slice(0, -1), url, `${url}=`].flatMap(ids)).size).toBe(1);
    expect(readLocalKeys(url, 'VAULT_KEYS')[0].key).toEqual(bytes);
  });

  it('gives different keys different ids that reveal nothing about the keys', () => {
    const [id] = ids(one);
    expect(id).toMatch(/^local:[0-9a-f]{16}$/);
    expect(ids(other)).not.toContain(id);
    expect(Buffer.from(one, 'base64').toString('hex')).not.toContain(id?.slice('local:'.length));
  });

  it.each([
    ['nothing', '', 'there is no key in it'],
    ['blank lines', '\n \n', 'there is no key in it'],
    ['a truncated key', `${one}\n${other.slice(0, 30)}`, 'key 2 is not 32 bytes in base64'],
    ['a key of 16 bytes', randomBytes(16).toString('base64'), 'key 1 is not 32 bytes in base64'],
    ['a key of 33 bytes', randomBytes(33).toString('base64'), 'key 1 is not 32 bytes in base64'],
    ['a key in hex', randomBytes(32).toString('hex'), 'key 1 is not 32 bytes in base64'],
    ['a key with surplus bits in its last character', `${one.slice(0, 42)}B`, 'key 1 is not 32 bytes in base64'],
    ['something else', 'swordfish', 'key 1 is not 32 bytes in base64'],
    ['too many keys', Array.from({ length: 21 }, newKey).join('\n'), 'more than 20 keys'],
  ])('rejects %s without repeating it', (_, text, reason) => {
    const read = () => readLocalKeys(text, 'VAULT_KEYS');
    expect(read).toThrow(`VAULT_KEYS: ${reason}`.replace('more than', 'there are more than'));
    for (const line of text.split('\n').filter((part) => part.length > 8)) expect(read).not.toThrow(line.slice(0, 8));
  });
});
