import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

const PUBLIC_URL = 'https://memory.example.com';
const METADATA = '/.well-known/oauth-protected-resource';

describeOnDatabase('The MCP endpoint of a gateway with identity providers', (backend) => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    [database, provider] = await Promise.all([backend.start(), IdentityProvider.start()]);
    fixture = await openGateway([provider.settings(), provider.settings({ issuer: 'internal' })]);
    await fixture.bus.serve(readRoles, async () => ({ roles: [] }));
  });
  afterAll(async () => {
    await fixture.close();
    await provider.kill();
    await database.close();
  });

  const openGateway = (issuers: object[]): Promise<GatewayFixture> =>
    startGateway({ connection: database.connection, env: { PUBLIC_URL, JWT_ISSUERS: JSON.stringify(issuers) } });
  const listTools = (headers: Record<string, string>, { gateway } = fixture): Promise<Response> =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  it('names those that a client can ask for a token', async () => {
    for (const path of [`${METADATA}/mcp`, METADATA]) {
      const response = await fetch(`${fixture.gateway.url}${path}`);
      expect(await response.json()).toEqual({
        resource: `${PUBLIC_URL}/mcp`,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
        resource_name: 'Strata',
      });
    }
  });

  it('leads a client without a credential to that metadata', async () => {
    const { status, headers } = await listTools({});
    expect([status, headers.get('WWW-Authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${PUBLIC_URL}${METADATA}/mcp"`,
    ]);
  });

  it('admits a user by a token of the provider', async () => {
    const { tenantId: tenant } = await fixture.register();
    await provider.addUser('ida', { tenant });
    const response = await listTools({ Authorization: `Bearer ${await provider.logIn('ida')}` });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"name":"recall"');
  });

  it('takes requests of pages of its public address', async () => {
    const { token } = await fixture.register();
    const from = async (Origin: string): Promise<number> =>
      (await listTools({ Authorization: `Bearer ${token}`, Origin })).status;
    expect([await from(PUBLIC_URL), await from('https://example.com')]).toEqual([200, 403]);
  });

  it('names none if no provider can be asked', async () => {
    const other = await openGateway([provider.settings({ issuer: 'internal' })]);
    expect((await fetch(`${other.gateway.url}${METADATA}/mcp`)).status).toBe(404);
    expect((await listTools({}, other)).headers.get('WWW-Authenticate')).toBe('Bearer');
    await other.close();
  });
});
