import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { generateKeyPairSync } from 'node:crypto';
import { OwnKeys } from './own-keys.ts';
import { readSigningKeys } from './signing-key.ts';

const newKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const kidOf = (pem: string): string => readSigningKeys(pem).signing.kid;

describe('OwnKeys', () => {
  const [old, fresh] = [newKey(), newKey()];
  let content: string | undefined;
  let readings: number;
  let log: TestLogger;
  let keys: OwnKeys;
  const open = (): Promise<OwnKeys> =>
    OwnKeys.open({ file: 'keys.pem' }, log.logger, async () => {
      readings += 1;
      if (content === undefined) throw new Error('no such file');
      return content;
    });
  beforeEach(async () => {
    content = old;
    readings = 0;
    log = createTestLogger();
    keys = await open();
  });
  afterEach(() => keys.close());
  const warnings = () => log.lines.filter(({ level }) => level === 'warn');

  it('are read again for an id that is not known: another gateway may have begun to sign with it', async () => {
    content = fresh + old;
    expect((await keys.find(kidOf(fresh)))?.kid).toBe(kidOf(fresh));
    expect(keys.current().signing.kid).toBe(kidOf(fresh));
    expect((await keys.find(kidOf(old)))?.kid).toBe(kidOf(old));
    expect(readings).toBe(2);
  });

  it('are read few times, whatever ids are made up', async () => {
    const found = await Promise.all(Array.from({ length: 1000 }, (_, n) => keys.find(`made-up-${n}`)));
    expect(found.every((key) => key === undefined)).toBe(true);
    expect(readings).toBe(2);
  });

  it('are found by whoever comes right after somebody with a made-up id', async () => {
    await keys.find('made-up');
    content = fresh + old;
    expect((await keys.find(kidOf(fresh)))?.kid).toBe(kidOf(fresh));
  });

  it.each([
    ['damaged', 'nonsense'],
    ['cut off', fresh.slice(0, 80)],
    ['gone', undefined],
  ])('stay as they are while their file is %s, with one warning that shows nothing of it', async (_, damaged) => {
    content = damaged;
    expect([await keys.find('made-up'), await keys.find('another')]).toEqual([undefined, undefined]);
    expect((await keys.find(kidOf(old)))?.kid).toBe(kidOf(old));
    expect(warnings()).toHaveLength(1);
    if (damaged !== undefined) expect(log.text()).not.toContain(damaged.slice(-20));
    content = fresh;
    expect((await keys.find(kidOf(fresh)))?.kid).toBe(kidOf(fresh));
    expect(await keys.find(kidOf(old))).toBeUndefined();
    expect(warnings()).toHaveLength(1);
  });

  it('say no start with a file that is missing or damaged', async () => {
    content = 'nonsense';
    await expect(open()).rejects.toThrow('signing key');
    content = undefined;
    await expect(open()).rejects.toThrow('keys.pem cannot be read');
  });

  it('given by themselves never change', async () => {
    const fixed = await OwnKeys.open({ pem: old, file: 'keys.pem' }, log.logger, () =>
      Promise.reject(new Error('read')),
    );
    expect(fixed.current().signing.kid).toBe(kidOf(old));
    expect(await fixed.find('made-up')).toBeUndefined();
    await fixed.close();
  });
});
