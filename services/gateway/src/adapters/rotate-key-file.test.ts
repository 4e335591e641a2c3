import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIFETIME_SECONDS } from './jwt-tokens.ts';
import { rotateKeyFile } from './rotate-key-file.ts';
import { readSigningKeys } from './signing-key.ts';

const START = Date.parse('2026-05-08T09:00:00Z');
const later = (seconds: number): Date => new Date(START + seconds * 1000);

const pems = ({ privateKey, publicKey }: KeyPairKeyObjectResult): { privateKey: string; publicKey: string } => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
const pair = (namedCurve = 'P-256') => pems(generateKeyPairSync('ec', { namedCurve }));
const rsa = (modulusLength: number) => pems(generateKeyPairSync('rsa', { modulusLength }));

describe('The rotation of a key file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-keys-'));
    file = join(folder, 'keys.pem');
    await writeFile(file, pair().privateKey);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const kids = async (): Promise<string[]> =>
    readSigningKeys(await readFile(file, 'utf8')).published.map(({ kid }) => kid);
  const rotate = (now: Date, dropEarlier = false) => rotateKeyFile(file, { now, dropEarlier });

  it('lets a new key sign, and keeps the previous one until the tokens it signed have expired', async () => {
    const [first] = await kids();
    expect(await rotate(later(0))).toEqual({ kept: 1, dropped: 0 });
    const [second, ...behind] = await kids();
    expect(behind).toEqual([first]);

    await rotate(later(LIFETIME_SECONDS));
    const [third, ...both] = await kids();
    expect(both).toEqual([second, first]);

    expect(await rotate(later(LIFETIME_SECONDS + 301))).toEqual({ kept: 2, dropped: 1 });
    const [fourth, ...left] = await kids();
    expect(left).toEqual([third, second]);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it('drops every earlier key on request', async () => {
    await rotate(later(0));
    const before = await kids();
    expect(await rotate(later(1), true)).toEqual({ kept: 0, dropped: 2 });
    const after = await kids();
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);
  });

  it('creates a key of the same kind', async () => {
    await writeFile(file, rsa(2048).privateKey);
    await rotate(later(0));
    expect(readSigningKeys(await readFile(file, 'utf8')).signing.algorithm).toBe('RS256');
  });

  it('keeps a public key that was added by hand', async () => {
    const byHand = pair().publicKey;
    await writeFile(file, (await readFile(file, 'utf8')) + byHand);
    const before = await kids();
    expect(await rotate(later(0))).toEqual({ kept: 2, dropped: 0 });
    expect((await kids()).slice(1)).toEqual(before);
  });

  it('leaves a file that only its owner can read, and no other file', async () => {
    await chmod(file, 0o644);
    await rotate(later(0));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys.pem']);
  });

  it('replaces the file that a link points to, not the link', async () => {
    const link = join(folder, 'link.pem');
    await symlink(file, link);
    const before = await kids();
    await rotateKeyFile(link, { now: later(0), dropEarlier: false });
    expect(await kids()).toEqual([expect.any(String), ...before]);
  });

  it('keeps the key of each of two concurrent rotations that succeeds', async () => {
    const [first] = await kids();
    const outcomes = await Promise.allSettled([rotate(later(0)), rotate(later(0))]);
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(won).toBeGreaterThan(0);
    expect(await kids()).toHaveLength(1 + won);
    expect(await kids()).toContain(first);
  });

  it.each([
    ['no key', 'nothing'],
    ['a key that is cut off', '-----BEGIN PRIVATE KEY-----\nMIG'],
    ['only a public key', pair().publicKey],
  ])('changes nothing of a file with %s', async (_, text) => {
    await writeFile(file, text);
    await expect(rotate(later(0))).rejects.toThrow('signing key');
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['keys.pem']);
  });

  it('creates no file with more keys than a gateway accepts', async () => {
    for (let rotation = 0; rotation < 19; rotation += 1) await rotate(later(0));
    const full = await kids();
    await expect(rotate(later(0))).rejects.toThrow('more than 20');
    expect(await kids()).toEqual(full);
  });

  it('fails with the name of a missing file', async () => {
    await rm(file);
    await expect(rotate(later(0))).rejects.toThrow(file);
  });
});
