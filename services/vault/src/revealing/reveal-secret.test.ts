import { expect, test } from '@jest/globals';
import type { RequestContext } from '@strata/kernel/actor';
import type { UnchainedEntry } from '../audit/entry.ts';
import { createRevealSecret } from './reveal-secret.ts';
import type { RecordedAttempt, SecretStore, StoredSecret } from './secret-store.ts';

const NOW = new Date('2026-05-08T09:20:00.000Z');
const AT = '2026-05-08T09:20:00.031Z';
const context: RequestContext = {
  scope: { tenantId: 'ten_1', environment: 'live' },
  actor: { type: 'user', id: 'usr_1', scopes: [] },
  requestId: 'req_1',
};
const vault = { id: 'vlt_1', createdBy: 'usr_1', key: { keyId: 'k', wrapped: Buffer.alloc(0) } };
const secretOf = (version: number): StoredSecret => ({
  name: 'tide',
  type: 'token',
  version,
  expiresAt: null,
  value: { salt: Buffer.alloc(32), sealed: Buffer.alloc(16) },
});

/** A store in which another version comes in before each attempt that is not let through yet. */
function revealing(recorded: readonly RecordedAttempt[], limitedBy: Date | null = null) {
  const steps: string[] = [];
  const entries: UnchainedEntry[] = [];
  let version = 0;
  const secrets: SecretStore = {
    load: async () => {
      version += 1;
      return { secret: secretOf(version), limitedBy };
    },
    record: async (_scope, _wanted, secret, entry) => {
      steps.push(`record ${String(secret.version)}`);
      entries.push(entry);
      return recorded[steps.filter((step) => step.startsWith('record')).length - 1] ?? 'changed';
    },
  };
  const reveal = createRevealSecret({
    secrets,
    openSecret: async (_scope, _vault, _itemId, secret) => {
      steps.push(`open ${String(secret.version)}`);
      return `value ${String(secret.version)}`;
    },
    clock: { now: () => NOW },
    noteRefusal: async (vaultId, itemId, reason) => {
      steps.push(`note ${vaultId} ${itemId ?? ''}: ${reason}`);
    },
    revealsPerMinute: 30,
    onFailure: () => undefined,
  });
  return { steps, entries, asked: reveal(vault, 'itm_1', { reason: 'why' }, context) };
}

test('what leaves is the version that was written down, also when a newer one came in between', async () => {
  const { steps, asked } = revealing(['changed', { at: AT }]);
  expect(await asked).toMatchObject({ value: 'value 2', version: 2, revealedAt: AT });
  expect(steps).toEqual(['open 1', 'record 1', 'open 2', 'record 2']);
});

test('gives up, and no value, when newer versions never end', async () => {
  const { asked } = revealing([]);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
});

test('asks for no key once the limit is reached', async () => {
  const { steps, asked } = revealing([], new Date(NOW.getTime() - 20_500));
  await expect(asked).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 40 });
  expect(steps).toEqual(['note vlt_1 itm_1: too many secrets were revealed']);
});

test('gives no value when the limit was reached in between', async () => {
  const { steps, asked } = revealing([{ limitedBy: NOW }]);
  await expect(asked).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
  expect(steps.at(-1)).toBe('note vlt_1 itm_1: too many secrets were revealed');
});
