import { replaceFile } from '@strata/platform/config/replace-file';
import { generateKeyPairSync } from 'node:crypto';
import { LIFETIME_SECONDS } from './jwt-tokens.ts';
import { pemBlocks, readSigningKeys, type SigningKeys } from './signing-key.ts';

export interface RotationOptions {
  readonly now: Date;
  /** Drops every earlier key at once: what it signed stops working. */
  readonly dropEarlier: boolean;
}

export interface Rotation {
  /** Earlier keys that go on verifying, and those that are gone. */
  readonly kept: number;
  readonly dropped: number;
}

/** A token's life, and time for every gateway to take a new key up and for clocks that differ. */
const KEEP_MS = (LIFETIME_SECONDS + 5 * 60) * 1000;
/** Stands before a key that signs no more; PEM is read past such lines. */
const RETIRED = /^Retired: (\S+)$/m;

/**
 * Puts a new key of the same kind first in a file of signing keys. The earlier ones stay behind it for as long as what
 * they signed may be valid. The file is replaced as a whole, readable by its owner alone.
 * @throws Error when the file cannot be read or replaced, holds something else, or is being rotated already; then it is
 *   as it was.
 */
export const rotateKeyFile = (file: string, { now, dropEarlier }: RotationOptions): Promise<Rotation> =>
  replaceFile(file, (text) => {
    const earlier = earlierKeys(text, now);
    const kept = dropEarlier ? [] : earlier.filter(({ retired }) => now.getTime() - retired.getTime() <= KEEP_MS);
    const notes = kept.map(({ pem, retired }) => `Retired: ${retired.toISOString()}\n${pem}\n`);
    const rotated = [newKeyLike(readSigningKeys(text).signing), ...notes].join('');
    // More keys than a gateway would read must not come about.
    readSigningKeys(rotated);
    return { text: rotated, outcome: { kept: kept.length, dropped: earlier.length - kept.length } };
  });

/** The key that signs until now is retired now, as is one that stands behind it without a date. */
const earlierKeys = (text: string, now: Date): { pem: string; retired: Date }[] =>
  pemBlocks(text).map(({ note, pem }, index) => {
    const retired = new Date(index === 0 ? Number.NaN : (RETIRED.exec(note)?.[1] ?? Number.NaN));
    return { pem, retired: Number.isNaN(retired.getTime()) ? now : retired };
  });

function newKeyLike({ algorithm }: SigningKeys['signing']): string {
  const { privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
