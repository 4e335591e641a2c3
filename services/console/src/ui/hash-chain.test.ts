import { describe, expect, it } from '@jest/globals';
import { isIntact } from './hash-chain.ts';

// The hashes are of another implementation of SHA-256.
const HASHES = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '5f01666934a2060c330da57102fad3bdf5f5e8e06cefcb15b7080422b24fd139',
  'c8a1c337cc900e72f8617e725c7b8e903991a761ac7711174cd90bfcec2647fb',
  '5c4d7d4e6dea364402b33ccc5eba29e423dccdda74c0923e1643ab13862dfa4e',
] as const;

/** One of three entries of a log, with its fields in another order than that in which they are hashed. */
const entry = (sequence: 1 | 2 | 3) => ({
  sequence,
  hash: HASHES[sequence],
  previousHash: HASHES[(sequence - 1) as 0 | 1 | 2],
  changes: { after: { b: [1], a: 'ü' } },
  action: 'team.create',
});

describe('A chain of hashes is intact', () => {
  it('if each entry has its hash, in whatever order its fields came, and the hash of the one before', async () => {
    expect(await isIntact(entry(3), undefined)).toBe(true);
    expect(await isIntact(entry(2), entry(3))).toBe(true);
    expect(await isIntact(entry(1), entry(2))).toBe(true);
  });

  it('but not if a field was changed', async () => {
    const changed = { ...entry(2), action: 'team.delete' };
    expect(await isIntact(changed, undefined)).toBe(false);
  });

  it('but not if an entry was removed, or the first one is not the beginning', async () => {
    expect(await isIntact(entry(1), entry(3))).toBe(false);
    expect(await isIntact({ ...entry(2), sequence: 1 }, undefined)).toBe(false);
  });
});
