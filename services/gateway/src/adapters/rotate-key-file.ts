import { replaceFile } from '@strata/platform/config/replace-file';
import { generateKeyPairSync } from 'node:crypto';
import { LIFETIME_SECONDS } from './jwt-tokens.ts';
import { pemBlocks, readSigningKeys, type SigningKeys } from './signing-key.ts';

export interface RotationOptions {
  readonly now: Date;
  /** Whether to drop every earlier key at once. Tokens that they signed become invalid. */
  readonly dropEarlier: boolean;
}

export interface Rotation {
  /** The number of earlier keys that still verify, and of those that were dropped. */
  readonly kept: number;
  readonly dropped: number;
}

/** The lifetime of a token, and five minutes for gateways to read the new key and for different clocks. */
const KEEP_MS = (LIFETIME_SECONDS + 5 * 60) * 1000;
/** A line before a key that no longer signs. It is not part of PEM. */
const RETIRED = /^Retired: (\S+)$/m;

/**
 * Puts a new key of the same kind first in a file of signing keys. Earlier keys stay in it while tokens that they signed may
 * be valid. The file is replaced as a whole, and only its owner can read it. Throws, without changing the file, when it
 * cannot be read or replaced, has other content, or is being rotated.
 */
export const rotateKeyFile = (file: string, { now, dropEarlier }: RotationOptions): Promise<Rotation> =>
  replaceFile(file, (text) => {
    const earlier = earlierKeys(text, now);
    const kept = dropEarlier ? [] : earlier.filter(({ retired }) => now.getTime() - retired.getTime() <= KEEP_MS);
    const notes = kept.map(({ pem, retired }) => `Retired: ${retired.toISOString()}\n${pem}\n`);
    const rotated = [newKeyLike(readSigningKeys(text).signing), ...notes].join('');
    // Throws if there are more keys than a gateway accepts.
    readSigningKeys(rotated);
    return { text: rotated, outcome: { kept: kept.length, dropped: earlier.length - kept.length } };
  });

/** The key that signed until now is retired now, and so is any other key without a date. */
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
