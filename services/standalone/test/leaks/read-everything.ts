import type { NewTenant } from '../fixtures/new-tenant.ts';
import type { LeakFixture } from './leak-fixture.ts';

interface Page {
  readonly items?: readonly { readonly id: string }[];
}

/** Learns the captured events, and reads all data, logs and vaults. */
export async function readEverything({ client, organization, stranger }: LeakFixture): Promise<void> {
  for (const tenant of [organization.tenant, stranger]) {
    await tenant.api.learn();
    await readAsOwner(tenant);
  }
  const as = organization.tenant.user.credential;
  for (const list of ['audit', 'access-logs', 'policies', 'agents'])
    await client.send(`GET ${organization.path(list)}?limit=100`, { as });

  async function readAsOwner({ user: { credential } }: NewTenant): Promise<void> {
    const get = async (path: string): Promise<readonly { readonly id: string }[]> =>
      ((await client.send(`GET ${path}`, { as: credential })).data as Page).items ?? [];
    for (const list of ['/v1/events', '/v1/memories', '/v1/artifacts'])
      for (const { id } of (await get(`${list}?limit=100`)).slice(0, 5)) await get(`${list}/${id}`);
    for (const { id } of await get('/v1/vaults'))
      for (const part of ['items', 'audit']) await get(`/v1/vaults/${id}/${part}?limit=100`);
    for (const path of ['/v1/usage-metrics', '/v1/secret-rules', '/v1/api-keys', '/v1/health', '/health', '/metrics'])
      await get(path);
    const body = { query: 'With what do we deploy each morning?', maxTokens: 8000, explain: true };
    await client.send('POST /v1/synthesize', { as: credential, body });
  }
}
