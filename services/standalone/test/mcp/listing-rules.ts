import { expect, test } from '@jest/globals';
import type { McpClient } from './mcp-fixture.ts';

const TOOLS = ['recall', 'remember', 'report_outcome', 'learned', 'why', 'list', 'get', 'forget', 'search', 'fetch'];

/** What a client that lists a server needs. */
export function listingRules(client: () => McpClient): void {
  test('tools are listed in one order, each with a title, a description, annotations and both schemas', async () => {
    const { tools } = await client().client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const tool of tools) {
      expect(tool.title).toMatch(/^[A-Z]/);
      expect(tool.description).toMatch(/\.$/);
      expect(Object.keys(tool.annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(tool.outputSchema).toBeDefined();
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual(['forget']);
    expect((await client().client.listTools({}, { cacheMode: 'refresh' })).tools).toEqual(tools);
  });

  test('no schema of a tool makes a client drop the tools of the server', async () => {
    const { tools } = await client().client.listTools();
    for (const { inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
        expect(Object.keys(schema ?? {})).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:anyOf|oneOf|allOf|not|\$ref)$/)]),
        );
        expect(faultsOf(schema)).toEqual([]);
      }
  });

  test('instructions say when to recall and when to remember', () => {
    expect(client().client.getInstructions()).toMatch(/call recall .* call remember/s);
  });

  test('templates of resources and prompts are listed', async () => {
    const { resourceTemplates } = await client().client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'strata://memory/{id}',
      'strata://artifact/{id}',
    ]);
    expect((await client().client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['start_task']);
  });
}

/** What clients are known to stumble over, at any depth: references, alternatives, and `required` that is no list. */
function faultsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(/^(?:anyOf|oneOf|allOf|\$ref|\$defs)$/.test(key) ? [key] : []),
    ...(key === 'required' && !Array.isArray(value) ? [`required: ${String(value)}`] : []),
    ...faultsOf(value),
  ]);
}
