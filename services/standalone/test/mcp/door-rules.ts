import { expect, test } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { McpClient, readingKey } from './mcp-fixture.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Who may come in over HTTP. */
export function doorRules(base: () => string, tenant: () => NewTenant): void {
  const post = (body: unknown, headers: Record<string, string> = {}, credential = tenant().api.credential) =>
    fetch(`${base()}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('a client without a valid credential gets 401 and a challenge', async () => {
    for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer strata_live_x_y' }]) {
      const response = await post(LIST, headers);
      expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    }
    await expect(McpClient.overHttp(base(), 'wrong', 'auto')).rejects.toThrow('401');
  });

  test('a page of another site gets 403, one of this machine gets in', async () => {
    for (const origin of ['https://attacker.example', 'http://localhost.attacker.example', 'null'])
      expect((await post(LIST, { Origin: origin })).status).toBe(403);
    expect((await post(LIST, { Origin: 'http://localhost:6274' })).status).toBe(200);
  });

  test('a body that is too large, no JSON, compressed, or has many messages is rejected', async () => {
    expect((await post({ ...LIST, padding: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await post('{"jsonrpc"')).status).toBe(400);
    expect((await post(LIST, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(LIST, { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await post(Array.from({ length: 21 }, (_, id) => ({ ...LIST, id })))).status).toBe(400);
  });

  test('messages of an earlier revision that are sent together get an answer each, the late ones too', async () => {
    const { items } = await tenant().api.call(listArtifacts, {});
    const why = { name: 'why', arguments: { id: items[0]?.id } };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: why },
    ];
    const response = await post(messages, { 'MCP-Protocol-Version': '2025-03-26' });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('"result":{},"jsonrpc":"2.0","id":1');
    expect(text).toContain('"found":true');
  });

  test('requests count against the limits of the key', async () => {
    const remaining = async (): Promise<number> => Number((await post(LIST)).headers.get('X-RateLimit-Remaining'));
    const before = await remaining();
    expect(await remaining()).toBeLessThan(before);
  });

  test('other methods get 405', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${base()}/mcp`, { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
    }
  });

  test('without an identity provider there is no metadata of a protected resource', async () => {
    expect((await fetch(`${base()}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
  });

  test('a key that may only read recalls, but neither remembers nor forgets', async () => {
    const client = await McpClient.overHttp(base(), await readingKey(tenant()), 'auto');
    try {
      expect((await client.call('recall', { query: 'schema' })).isError).toBe(false);
      const refused = await client.call('remember', { text: 'Anything.' });
      expect(refused).toMatchObject({ isError: true });
      expect(refused.text).toMatch(/^Failed \(forbidden\): This needs the scope "write"\. .* another key\.$/);
      const kept = await client.call('forget', { id: 'mem_00000000000000000000000000000000' });
      expect(kept.text).toContain('This needs the scope "admin"');
    } finally {
      await client.close();
    }
  });

  test('a signed-in user gets in by token', async () => {
    const client = await McpClient.overHttp(base(), tenant().user.credential, 'auto');
    expect((await client.call('learned', { goal: 'migration schema lock' })).text).toContain('regenerate_schema');
    await client.close();
  });
}
