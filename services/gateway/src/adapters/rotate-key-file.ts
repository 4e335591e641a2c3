import { generateKeyPairSync } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
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
export async function rotateKeyFile(file: string, { now, dropEarlier }: RotationOptions): Promise<Rotation> {
  const target = await realpath(file).catch(() => {
    throw new Error(`there is no key file ${file}`);
  });
  const draft = `${target}.new`;
  // The draft is the lock, too: two rotations at once would lose the key of one.
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new Error(`${draft} is there: another rotation is under way, or one broke off; then remove it`);
  });
  try {
    const text = await readFile(target, 'utf8');
    const earlier = earlierKeys(text, now);
    const kept = dropEarlier ? [] : earlier.filter(({ retired }) => now.getTime() - retired.getTime() <= KEEP_MS);
    const notes = kept.map(({ pem, retired }) => `Retired: ${retired.toISOString()}\n${pem}\n`);
    const rotated = [newKeyLike(readSigningKeys(text).signing), ...notes].join('');
    // More keys than a gateway would read must not come about.
    readSigningKeys(rotated);
    await handle.writeFile(rotated);
    await keepOwner(handle, target);
    await handle.sync();
    await rename(draft, target);
    await syncFolder(target);
    return { kept: kept.length, dropped: earlier.length - kept.length };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

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

/** Root rotates for a service that runs as somebody else. */
async function keepOwner(handle: FileHandle, target: string): Promise<void> {
  const [{ uid, gid }, own] = [await stat(target), await handle.stat()];
  if (uid !== own.uid || gid !== own.gid) await handle.chown(uid, gid);
}

/** The new name lasts once its folder is written. */
async function syncFolder(target: string): Promise<void> {
  const folder = await open(dirname(target));
  await folder.sync().finally(() => folder.close());
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';
