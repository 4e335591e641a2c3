import { KMSClient, type DecryptCommandOutput } from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { openProviders } from '../src/adapters/open-key-ring.ts';
import type { KeyRing } from '../src/key-ring/key-ring.ts';
import { keySettings } from '../src/key-ring/key-settings.ts';
import { FakeKms } from './fake-kms.ts';

const ALIAS = 'alias/strata';
const VAULT = { tenantId: 'ten_1', vaultId: 'vlt_1' };

describe('Keys of AWS KMS', () => {
  const dataKey = randomBytes(32);
  let leave: () => void;
  let kms: FakeKms;
  let arn: string;
  let stack: CloseStack;
  let log: TestLogger;
  beforeEach(async () => {
    kms = await FakeKms.start();
    arn = kms.newKey(ALIAS);
    leave = kms.enterEnvironment();
    stack = new CloseStack();
    log = createTestLogger();
  });
  afterEach(async () => {
    await stack.close();
    await kms.close();
    leave();
  });
  const openRing = (env: Record<string, string> = {}): Promise<KeyRing> =>
    openProviders(loadConfig(keySettings, { VAULT_KMS_KEY_ID: ALIAS, ...kms.env, ...env }), log.logger, stack);

  it('wrap and unwrap data keys, and have the ARN behind the alias as their id', async () => {
    const ring = await openRing();
    const wrapped = await ring.wrap(dataKey, VAULT);
    expect(wrapped.keyId).toBe(`aws-kms:${arn}`);
    expect(wrapped.wrapped.includes(dataKey)).toBe(false);
    expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
  });

  it('leave no plaintext of a data key in a response of the SDK', async () => {
    const ring = await openRing();
    const wrapped = await ring.wrap(dataKey, VAULT);
    const responses: Promise<DecryptCommandOutput>[] = [];
    const send = jest.spyOn(KMSClient.prototype, 'send');
    try {
      expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
      for (const { value } of send.mock.results) responses.push(value as Promise<DecryptCommandOutput>);
    } finally {
      send.mockRestore();
    }
    const plaintexts = (await Promise.all(responses)).map(({ Plaintext }) => Buffer.from(Plaintext ?? []));
    expect(plaintexts).toEqual([Buffer.alloc(dataKey.length)]);
  });

  it('do not unwrap a data key for another vault or after it was changed', async () => {
    const ring = await openRing();
    const wrapped = await ring.wrap(dataKey, VAULT);
    const changed = { ...wrapped, wrapped: Buffer.concat([wrapped.wrapped, Buffer.alloc(1)]) };
    for (const attempt of [
      ring.unwrap(wrapped, { ...VAULT, vaultId: 'vlt_2' }),
      ring.unwrap(wrapped, { ...VAULT, tenantId: 'ten_2' }),
      ring.unwrap(changed, VAULT),
    ])
      await expect(attempt).rejects.toThrow('does not open: InvalidCiphertextException');
  });

  it('unwrap nothing under a key that the settings do not name, even if KMS would permit it', async () => {
    const foreign = await (await openRing({ VAULT_KMS_KEY_ID: kms.newKey() })).wrap(dataKey, VAULT);
    const ring = await openRing();
    expect(await ring.knows(foreign.keyId)).toBe(false);
    await expect(ring.unwrap(foreign, VAULT)).rejects.toMatchObject({ code: 'unavailable' });
    const both = await openRing({ VAULT_KMS_KEY_ID: `${ALIAS},${foreign.keyId.slice('aws-kms:'.length)}` });
    expect(await both.unwrap(foreign, VAULT)).toEqual(dataKey);
  });

  it('follow an alias that moves to another key', async () => {
    const ring = await openRing();
    const old = await ring.wrap(dataKey, VAULT);
    const next = kms.newKey(ALIAS);
    const elsewhere = await (await openRing()).wrap(dataKey, VAULT);
    expect(elsewhere.keyId).toBe(`aws-kms:${next}`);
    expect(await ring.unwrap(elsewhere, VAULT)).toEqual(dataKey);
    expect(await ring.unwrap(old, VAULT)).toEqual(dataKey);
  });

  it.each(['rejecting connections', 'throttling', 'failing', 'silent', 'denying'] as const)(
    'are unavailable while KMS is %s, with one line in the log, and recover after it',
    async (state) => {
      const ring = await openRing();
      const wrapped = await ring.wrap(dataKey, VAULT);
      kms.state = state;
      const attempts = await Promise.allSettled([ring.unwrap(wrapped, VAULT), ring.unwrap(wrapped, VAULT)]);
      for (const attempt of attempts)
        expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
      kms.state = 'serving';
      expect(await ring.unwrap(wrapped, VAULT)).toEqual(dataKey);
      expect(log.lines.at(-1)?.['message']).toBe('A key of the vaults can be used again');
      expect(log.text()).not.toContain(dataKey.toString('base64'));
    },
  );

  it('are unavailable, not rejected, at a start while KMS does not respond', async () => {
    kms.state = 'rejecting connections';
    await expect(openRing()).rejects.toMatchObject({ code: 'unavailable' });
    kms.state = 'serving';
    await openRing();
  });

  it.each([
    ['does not exist', (): Record<string, string> => ({ VAULT_KMS_KEY_ID: 'alias/other' }), 'NotFoundException'],
    ['is disabled', () => (kms.enable(arn, false), {}), 'DisabledException'],
    ['is not permitted', () => ((kms.state = 'denying'), {}), 'AccessDeniedException'],
  ])('stop the start with one sentence if the key %s', async (_, prepare, reason) => {
    await expect(openRing(prepare())).rejects.toThrow(
      new RegExp(`^AWS KMS rejects the use of the key alias/\\w+ of VAULT_KMS_KEY_ID: ${reason}$`),
    );
  });

  it('stop the start if a key after the first is not an ARN, or the region is missing', async () => {
    await expect(openRing({ VAULT_KMS_KEY_ID: `${arn},${ALIAS}` })).rejects.toThrow('must be an ARN');
    delete process.env['AWS_REGION'];
    await expect(openRing()).rejects.toThrow('the region is not set');
  });

  it('work beside local keys: the chosen provider wraps, and both unwrap', async () => {
    const VAULT_KEYS = randomBytes(32).toString('base64');
    const local = await (await openRing({ VAULT_KMS_KEY_ID: '', VAULT_KEYS })).wrap(dataKey, VAULT);
    const both = await openRing({ VAULT_KEYS });
    expect(await both.unwrap(local, VAULT)).toEqual(dataKey);
    expect(await both.currentKeyId()).toBe(`aws-kms:${arn}`);

    const moved = await both.wrap(dataKey, VAULT);
    const back = await openRing({ VAULT_KEYS, VAULT_KEY_PROVIDER: 'local' });
    expect(await back.unwrap(moved, VAULT)).toEqual(dataKey);
    expect(await back.currentKeyId()).toBe(local.keyId);
    expect(back.settings).toBe('VAULT_KEYS and VAULT_KMS_KEY_ID');
  });
});
