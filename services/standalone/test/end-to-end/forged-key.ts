import { readApiKey } from '@strata/gateway/api-keys/key-format';
import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;

/**
 * A key under the id of another, with a secret that differs in one character and the checksum that belongs to it: what
 * anybody can make who knows an id and how keys are built.
 * @throws Error when it is not well-formed, so that it would be refused for that alone.
 */
export function forgedKey(key: string): string {
  const at = key.length - CHECKSUM_LENGTH - 1;
  const body = key.slice(0, at) + (key[at] === 'Q' ? 'R' : 'Q');
  let rest = createHash('sha256').update(body).digest().readUIntBE(0, 6);
  let checksum = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  const forged = body + checksum;
  if (readApiKey(forged)?.id !== readApiKey(key)?.id) throw new Error('Keys are built in another way now');
  return forged;
}
