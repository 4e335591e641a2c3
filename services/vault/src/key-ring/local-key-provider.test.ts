import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { combineProviders } from './combine-providers.ts';
import { createLocalKeyProvider } from './local-key-provider.ts';
import { readLocalKeys } from './read-local-keys.ts';

const VAULT = { tenantId: 'ten_1', vaultId: 'vlt_1' };
const newKey = (): string => randomBytes(32).toString('base64');
const idOf = (key: string): string => readLocalKeys(key, 'test')[0].keyId;

describe('Local keys', () => {
  const [old, fresh] = [newKey(), newKey()];
  const dataKey = randomBytes(32);
  let inFile: string | undefined;
  let ring: KeyRing;
  beforeEach(() => {
    inFile = old;
    let known = readLocalKeys(old, 'VAULT_KEY_FILE');
    const read = () => {
      if (inFile === undefined) throw new Error('no such file');
      return (known = readLocalKeys(inFile, 'VAULT_KEY_FILE'));
    };
    const now = async () => read();
    const readAgain = (): Promise<void> =>
      now().then(
        () => undefined,
        () => undefined,
      );
    const source = { current: () => known, fresh: now, readAgain };
    ring = combineProviders([createLocalKeyProvider('VAULT_KEY_FILE', source)]);
  });

  it('wrap a data key under the first key, and unwrap it for the same vault', async () => {
    const wrapped = await ring.wrap(dataKey, VAULT);
    expect(wrapped.keyId).toBe(idOf(old));
    expect(wrapped.wrapped.includes(dataKey)).toBe(false);
    expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
  });

  it.each([
    ['another vault', { ...VAULT, vaultId: 'vlt_2' }],
    ['another tenant', { ...VAULT, tenantId: 'ten_2' }],
  ])('do not unwrap a data key for %s', async (_, other) => {
    const wrapped = await ring.wrap(dataKey, VAULT);
    await expect(ring.unwrap(wrapped, other)).rejects.toThrow('does not open');
  });

  it('do not unwrap a data key that was changed, truncated or assigned to another key', async () => {
    const { keyId, wrapped } = await ring.wrap(dataKey, VAULT);
    for (const at of [0, 31, 32, wrapped.length - 1]) {
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(ring.unwrap({ keyId, wrapped: changed }, VAULT)).rejects.toThrow('does not open');
    }
    for (const length of [0, 31, 40])
      await expect(ring.unwrap({ keyId, wrapped: wrapped.subarray(0, length) }, VAULT)).rejects.toThrow('not open');
    inFile = `${old}\n${fresh}`;
    await expect(ring.unwrap({ keyId: idOf(fresh), wrapped }, VAULT)).rejects.toThrow('does not open');
  });

  it('use a new first key for the next data key, and still unwrap data keys of the earlier one', async () => {
    const before = await ring.wrap(dataKey, VAULT);
    inFile = `${fresh}\n${old}`;
    const after = await ring.wrap(dataKey, VAULT);
    expect([before.keyId, after.keyId, await ring.currentKeyId()]).toEqual([idOf(old), idOf(fresh), idOf(fresh)]);
    expect(await ring.unwrap(before, VAULT)).toEqual(dataKey);
  });

  it('are read again when a data key names an unknown one, which another process may already use', async () => {
    const elsewhere = combineProviders([
      createLocalKeyProvider('VAULT_KEYS', {
        current: () => readLocalKeys(fresh, 'VAULT_KEYS'),
        fresh: () => Promise.resolve(readLocalKeys(fresh, 'VAULT_KEYS')),
        readAgain: () => Promise.resolve(),
      }),
    ]);
    const wrapped = await elsewhere.wrap(dataKey, VAULT);
    expect(await ring.knows(wrapped.keyId)).toBe(false);
    await expect(ring.unwrap(wrapped, VAULT)).rejects.toMatchObject({ code: 'unavailable' });
    inFile = `${old}\n${fresh}`;
    expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
    expect(await ring.knows(wrapped.keyId)).toBe(true);
  });

  it('unwrap but do not wrap while their file cannot be read, because the first key might be dropped already', async () => {
    const wrapped = await ring.wrap(dataKey, VAULT);
    inFile = undefined;
    expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
    await expect(ring.wrap(dataKey, VAULT)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('do not have a key of another kind, and do not name it in the error', async () => {
    expect(await ring.knows('aws-kms:arn')).toBe(false);
    const response = ring.unwrap({ keyId: 'aws-kms:arn', wrapped: Buffer.alloc(80) }, VAULT);
    await expect(response).rejects.toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('arn') });
  });
});
