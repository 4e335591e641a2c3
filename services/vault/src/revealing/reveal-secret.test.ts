import { expect, test } from '@jest/globals';
import { revealSecretHandler } from './reveal-secret.ts';
import type { RecordedAttempt, SecretStore, StoredSecret } from './secret-store.ts';

const NOW = new Date('2026-05-08T09:20:00.000Z');
const AT = '2026-05-08T09:20:00.031Z';
const context = {
  scope: { tenantId: 'ten_1', environment: 'live' },
  actor: { type: 'user', id: 'usr_1', scopes: [] },
  requestId: 'req_1',
  vault: { id: 'vlt_1', createdBy: 'usr_1', key: { keyId: 'k', wrapped: Buffer.alloc(0) } },
} as const;
const request = { params: { id: 'vlt_1', itemId: 'itm_1' }, query: {}, body: { reason: 'why', version: undefined } };
const secretOf = (version: number): StoredSecret => ({
  name: 'tide',
  type: 'token',
  version,
  expiresAt: null,
  value: { salt: Buffer.alloc(32), sealed: Buffer.alloc(16) },
});

/** A reveal from a store that gets a newer version before each load. `recorded` has the outcome of each attempt to record. */
function revealing(recorded: readonly RecordedAttempt[], limitedBy: Date | null = null) {
  const steps: string[] = [];
  let version = 0;
  const secrets: SecretStore = {
    load: async () => {
      version += 1;
      return { secret: secretOf(version), limitedBy };
    },
    record: async (_scope, _wanted, secret) => {
      steps.push(`record ${String(secret.version)}`);
      return recorded[steps.filter((step) => step.startsWith('record')).length - 1] ?? 'changed';
    },
  };
  const reveal = revealSecretHandler({
    secrets,
    openSecret: async (_scope, _vault, _itemId, secret) => {
      steps.push(`open ${String(secret.version)}`);
      return `value ${String(secret.version)}`;
    },
    clock: { now: () => NOW },
    recordDenial: async (vaultId, itemId, reason) => {
      steps.push(`deny ${vaultId} ${itemId ?? ''}: ${reason}`);
    },
    revealsPerMinute: 30,
    onFailure: () => undefined,
  });
  return { steps, response: reveal(request, context) };
}

test('a reveal returns the version that the log names, even when a newer one is stored meanwhile', async () => {
  const { steps, response } = revealing(['changed', { at: AT }]);
  expect(await response).toMatchObject({ value: 'value 2', version: 2, revealedAt: AT });
  expect(steps).toEqual(['open 1', 'record 1', 'open 2', 'record 2']);
});

test('a reveal fails without a value when newer versions keep arriving', async () => {
  const { response } = revealing([]);
  await expect(response).rejects.toMatchObject({ code: 'unavailable' });
});

test('a reveal over the limit uses no key', async () => {
  const { steps, response } = revealing([], new Date(NOW.getTime() - 20_500));
  await expect(response).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 40 });
  expect(steps).toEqual(['deny vlt_1 itm_1: too many secrets were revealed']);
});

test('a reveal returns no value when the limit is reached meanwhile', async () => {
  const { steps, response } = revealing([{ limitedBy: NOW }]);
  await expect(response).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
  expect(steps.at(-1)).toBe('deny vlt_1 itm_1: too many secrets were revealed');
});
