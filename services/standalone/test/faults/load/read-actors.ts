import { startLearning } from '@strata/contracts/operations/learn';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { dataOf } from '../../fixtures/organization-fixture.ts';
import type { ApiResponse } from '../../fixtures/api-client.ts';
import type { Actor } from './actor.ts';
import type { LedgerClient } from './client.ts';
import type { LoadTenant } from './load-tenant.ts';
import { memoriesIn } from './memories-in.ts';

/** Asks for what a tenant has; no answer may have a word of another tenant. */
export function reads(client: LedgerClient, tenant: LoadTenant, others: readonly LoadTenant[]): Actor {
  const { ledger, random } = client;
  const check = (answer: ApiResponse | undefined): void => {
    if (answer === undefined) return;
    const text = JSON.stringify(answer.body);
    for (const { word } of others)
      if (text.includes(word)) ledger.breakRule(`tenants apart: ${tenant.word} got a text of ${word}`);
    const { requestId, memoryIds } = memoriesIn(answer);
    ledger.countPromise('memories returned', memoryIds.length);
    if (memoryIds.length > 0) ledger.returned.push({ tenantId: tenant.tenantId, requestId, memoryIds });
  };
  return {
    name: `reads of ${tenant.word}`,
    pauseMs: 400,
    step: async () => {
      const bay = Math.floor(random() * 500);
      const body = { query: `Which parcel waits at the depot in bay ${bay}?`, maxTokens: 300 };
      check(await client.post(tenant.key, synthesize.path, body, [200]));
      check(await client.get(tenant.key, '/v1/memories?limit=10'));
      check(await client.get(tenant.key, '/v1/events?limit=10'));
    },
  };
}

/** Starts learn jobs. */
export const learns = (client: LedgerClient, tenant: LoadTenant): Actor => ({
  name: `learns of ${tenant.word}`,
  pauseMs: 4_000,
  step: async () => {
    const answer = await client.post(tenant.key, startLearning.path, {}, [202]);
    if (answer === undefined) return;
    const { jobId } = dataOf(answer, 202) as { jobId: string };
    client.ledger.jobs.push({ tenantId: tenant.tenantId, id: jobId });
  },
});

/** Reveals the tenant's secret. */
export const reveals = (client: LedgerClient, tenant: LoadTenant): Actor => ({
  name: `reveals of ${tenant.word}`,
  pauseMs: 900,
  step: async () => {
    const answer = await client.post(tenant.token, tenant.revealPath, {}, [200]);
    if (answer === undefined) return;
    client.ledger.countPromise('secrets revealed');
    const { value } = dataOf(answer) as { value: string };
    if (value !== tenant.secret) client.ledger.breakRule(`tenants apart: ${tenant.word} was revealed ${value}`);
  },
});
