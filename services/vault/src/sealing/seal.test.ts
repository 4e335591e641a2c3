import { describe, expect, test } from '@jest/globals';
import { array, assert, integer, property, string, tuple, uint8Array } from 'fast-check';
import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { open, seal, type Sealed } from './seal.ts';

const KEY = Buffer.alloc(32, 7);
const BINDING = ['vault item', 'ten_1', 'vlt_1', 'itm_1', '1'];
const DOES_NOT_OPEN = 'does not open';
const SEALINGS = 10_000;

const plaintexts = uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const keys = uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const bindings = array(string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 6 });

const flipped = (bytes: Buffer, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  const at = (bit >> 3) % changed.length;
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
  return changed;
};

describe('A sealed value', () => {
  test('opens under its key with its binding, whatever the plaintext', () => {
    assert(
      property(keys, plaintexts, bindings, (key, plaintext, binding) => {
        expect(open(key, seal(key, plaintext, binding), binding)).toEqual(plaintext);
      }),
    );
  });

  test('does not open with another binding, even one that concatenates to the same characters', () => {
    assert(
      property(plaintexts, bindings, bindings, (plaintext, binding, other) => {
        const sealed = seal(KEY, plaintext, binding);
        const others = [other, [binding.join('')], ['', ...binding], [...binding, ''], binding.toReversed()];
        for (const wrong of others.filter((list) => JSON.stringify(list) !== JSON.stringify(binding)))
          expect(() => open(KEY, sealed, wrong)).toThrow(DOES_NOT_OPEN);
      }),
    );
  });

  test.each(BINDING.map((part, index) => [part, index] as const))(
    'is bound to each of purpose, tenant, vault, item and version: %s',
    (part, index) => {
      const sealed = seal(KEY, Buffer.from('tide'), BINDING);
      expect(() => open(KEY, sealed, BINDING.with(index, `${part}0`))).toThrow(DOES_NOT_OPEN);
    },
  );

  test('does not open under another key', () => {
    assert(
      property(keys, keys, plaintexts, (key, other, plaintext) => {
        if (!key.equals(other)) expect(() => open(other, seal(key, plaintext, []), [])).toThrow(DOES_NOT_OPEN);
      }),
    );
  });

  test('does not open after a bit is flipped or bytes are removed', () => {
    assert(
      property(
        plaintexts,
        tuple(integer({ min: 0, max: 1 << 20 }), integer({ min: 0, max: 255 })),
        (plaintext, bits) => {
          const { salt, sealed } = seal(KEY, plaintext, BINDING);
          const broken: Sealed[] = [
            { salt, sealed: flipped(sealed, bits[0]) },
            { salt: flipped(salt, bits[1]), sealed },
            { salt, sealed: sealed.subarray(1) },
            { salt, sealed: sealed.subarray(0, -1) },
            { salt, sealed: sealed.subarray(-15) },
            { salt: salt.subarray(1), sealed },
          ];
          for (const one of broken) expect(() => open(KEY, one, BINDING)).toThrow(DOES_NOT_OPEN);
        },
      ),
    );
  });

  test('never repeats a salt or a ciphertext', () => {
    const seen = new Set<string>();
    for (let count = 0; count < SEALINGS; count += 1) {
      const { salt, sealed } = seal(KEY, Buffer.from('tide'), BINDING);
      seen.add(salt.toString('base64')).add(sealed.toString('base64'));
    }
    expect(seen.size).toBe(2 * SEALINGS);
  });

  test('is 16 bytes longer than its plaintext, and contains no part of it', () => {
    const plaintext = randomBytes(200);
    const { salt, sealed } = seal(KEY, plaintext, BINDING);
    expect([salt.length, sealed.length]).toEqual([32, 216]);
    for (let at = 0; at < 192; at += 8) expect(sealed.includes(plaintext.subarray(at, at + 8))).toBe(false);
  });

  test('needs a key of exactly 32 bytes', () => {
    for (const length of [0, 16, 31, 33])
      expect(() => seal(Buffer.alloc(length), Buffer.from('tide'), BINDING)).toThrow('must have 32 bytes');
  });

  /** Stored values must still open in years to come, so the construction is repeated here independently. */
  test('is AES-256-GCM with key and nonce from HKDF-SHA-256 over the salt, and the binding as associated data', () => {
    const { salt, sealed } = seal(KEY, Buffer.from('tide'), ['a', 'bc']);
    const material = Buffer.from(hkdfSync('sha256', KEY, salt, 'strata vault seal 1', 44));
    const decipher = createDecipheriv('aes-256-gcm', material.subarray(0, 32), material.subarray(32));
    decipher.setAAD(Buffer.from('\0\0\0\x01a\0\0\0\x02bc'));
    decipher.setAuthTag(sealed.subarray(-16));
    expect(decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('tide');
  });
});
