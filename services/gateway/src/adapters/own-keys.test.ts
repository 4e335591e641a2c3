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

describe('The signing keys of the service', () => {
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

  it('are read again for an unknown id: another gateway may already sign with it', async () => {
    content = fresh + old;
    expect((await keys.find(kidOf(fresh)))?.kid).toBe(kidOf(fresh));
    expect(keys.current().signing.kid).toBe(kidOf(fresh));
    expect((await keys.find(kidOf(old)))?.kid).toBe(kidOf(old));
    expect(readings).toBe(2);
  });

  it('are read twice at most for many unknown ids at once', async () => {
    const found = await Promise.all(Array.from({ length: 1000 }, (_, n) => keys.find(`made-up-${n}`)));
    expect(found.every((key) => key === undefined)).toBe(true);
    expect(readings).toBe(2);
  });

  it('are found right after a request with a made-up id', async () => {
    await keys.find('made-up');
    content = fresh + old;
    expect((await keys.find(kidOf(fresh)))?.kid).toBe(kidOf(fresh));
  });

  it.each([
    ['damaged', 'nonsense'],
    ['cut off', fresh.slice(0, 80)],
    ['gone', undefined],
  ])('do not change while their file is %s, with one warning that does not quote it', async (_, damaged) => {
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

  it('cannot be opened from a missing or damaged file', async () => {
    content = 'nonsense';
    await expect(open()).rejects.toThrow('signing key');
    content = undefined;
    await expect(open()).rejects.toThrow('keys.pem cannot be read');
  });

  it('never change if they come from the configuration', async () => {
    const fixed = await OwnKeys.open({ pem: old, file: 'keys.pem' }, log.logger, () =>
      Promise.reject(new Error('read')),
    );
    expect(fixed.current().signing.kid).toBe(kidOf(old));
    expect(await fixed.find('made-up')).toBeUndefined();
    await fixed.close();
  });
});
