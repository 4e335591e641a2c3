import type { NewTenant } from '../fixtures/new-tenant.ts';
import type { LeakFixtureWithSession } from './plant-in-events.ts';

interface Page {
  readonly items?: readonly { readonly id: string }[];
}

/** Learns what was captured, and reads all that there is to read of it and of the vaults. */
export async function readEverything({ client: listener, company, stranger }: LeakFixtureWithSession): Promise<void> {
  for (const tenant of [company.tenant, stranger]) {
    await tenant.api.learn();
    await readAsOwner(tenant);
  }
  const as = company.tenant.user.credential;
  const organization = `/v1/organizations/${company.orgId}`;
  for (const list of ['audit', 'access-logs', 'policies', 'agents'])
    await listener.send(`GET ${organization}/${list}?limit=100`, { as });

  async function readAsOwner({ user: { credential } }: NewTenant): Promise<void> {
    const get = async (path: string): Promise<readonly { readonly id: string }[]> =>
      ((await listener.send(`GET ${path}`, { as: credential })).data as Page).items ?? [];
    for (const list of ['/v1/events', '/v1/memories', '/v1/artifacts'])
      for (const { id } of (await get(`${list}?limit=100`)).slice(0, 5)) await get(`${list}/${id}`);
    for (const { id } of await get('/v1/vaults'))
      for (const part of ['items', 'audit']) await get(`/v1/vaults/${id}/${part}?limit=100`);
    for (const path of ['/v1/usage-metrics', '/v1/secret-rules', '/v1/api-keys', '/v1/health', '/health', '/metrics'])
      await get(path);
    const body = { query: 'With what do we deploy each morning?', maxTokens: 8000, explain: true };
    await listener.send('POST /v1/synthesize', { as: credential, body });
  }
}
