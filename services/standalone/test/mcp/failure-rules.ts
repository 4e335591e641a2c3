import { expect, test } from '@jest/globals';
import { getMemory } from '@strata/contracts/operations/memories';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import type { McpClient } from './mcp-fixture.ts';

const UNKNOWN = 'mem_00000000000000000000000000000000';

/** What is not found, and what fails. `other` is another tenant with memories. */
export function failureRules(client: () => McpClient, other: () => NewTenant): void {
  test.each([
    ['recall', { query: 'Xyzzyplugh?', user_id: 'nobody', session_id: 'none' }, { found: 0, text: '', sources: [] }],
    ['learned', { goal: 'Xyzzyplugh' }, { found: 0 }],
    ['list', { session_id: 'none' }, { memories: [], total: 0 }],
    ['get', { id: UNKNOWN }, { found: false }],
    ['why', { id: UNKNOWN }, { found: false }],
    ['forget', { id: UNKNOWN }, { forgotten: false }],
  ])('%s that finds nothing succeeds and says so', async (name, given, data) => {
    const answer = await client().call(name, given);
    expect(answer).toMatchObject({ isError: false, data });
    expect(answer.text).toMatch(/^Nothing found: /);
  });

  test.each<[what: string, name: string, given: Record<string, unknown>, message: RegExp]>([
    ['a text that is no id', 'get', { id: 'x' }, /This is no id of memory: ids begin with mem_/],
    ['the name of a property', 'get', { id: 'constructor_1' }, /This is no id of memory/],
    ['an id that is too long', 'why', { id: `mem_${'a'.repeat(60)}` }, /This is no id of memory/],
    ['an artifact', 'forget', { id: UNKNOWN.replace('mem', 'art') }, /Only memories .* can be forgotten/],
    ['an unknown id', 'fetch', { id: UNKNOWN }, /^Nothing found/],
    ['neither pack nor session', 'report_outcome', { outcome: 'success' }, /Pass pack_id .* session_id, or both/],
    [
      'an unknown pack',
      'report_outcome',
      { outcome: 'success', pack_id: 'pck_1' },
      /^Failed \(not_found\): The pack does/,
    ],
    ['an unknown argument', 'recall', { query: 'x', maxTokens: 5 }, /Unrecognized key: "maxTokens"/],
    ['a query that is too long', 'recall', { query: 'x'.repeat(16_001) }, /query/],
    ['a budget that is too large', 'recall', { query: 'x', max_tokens: 1e9 }, /max_tokens/],
    [
      'a character that cannot be stored',
      'recall',
      { query: '\0' },
      /^Failed \(validation_error\): query contains a NUL/,
    ],
    ['a text that is too long', 'remember', { text: 'x'.repeat(32_001) }, /text/],
    ['no text', 'remember', { text: '' }, /text/],
    ['a damaged cursor', 'list', { cursor: 'damaged' }, /^Failed \(validation_error\)/],
    ['nothing known by its name', 'nothing', {}, /Tool nothing not found/],
  ])('with %s, %s fails with a message that says why', async (_, name, given, message) => {
    const failed = await client()
      .call(name, given)
      .catch((error: unknown) => ({ isError: true, text: (error as Error).message }));
    expect(failed.isError).toBe(true);
    expect(failed.text).toMatch(message);
  });

  test('data of another tenant is not found, and cannot be forgotten', async () => {
    const listed = await other().api.get('/v1/memories?limit=1');
    const { id } = (listed.body as { data: { items: [{ id: string }] } }).data.items[0];
    for (const name of ['get', 'why']) expect((await client().call(name, { id })).data).toEqual({ found: false, id });
    expect((await client().call('fetch', { id })).isError).toBe(true);
    expect((await client().call('forget', { id })).data).toEqual({ id, forgotten: false });
    await expect(client().client.readResource({ uri: `strata://memory/${id}` })).rejects.toThrow('not found');
    expect(await other().api.call(getMemory, { params: { id } })).toMatchObject({ id });
  });

  test.each([
    `strata://memory/mem_${'a'.repeat(500)}`,
    `strata://artifact/${UNKNOWN}`,
    'strata://memory/x',
    'strata://memory/../x',
    'file:///etc/passwd',
  ])('the resource %s is not found', async (uri) => {
    await expect(client().client.readResource({ uri })).rejects.toThrow(/not found/i);
  });
}
