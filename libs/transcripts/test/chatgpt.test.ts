import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportFixture } from './import-fixture.ts';

/** Conversations in the shape of ChatGPT's export, made from descriptions of it. */
interface Node {
  id: string;
  parent: string | null;
  children: string[];
  message: object | null;
}
const node = (id: string, parent: string | null, role: string, parts: unknown[], more: object = {}): Node => ({
  ...{ id, parent, children: [] },
  message: {
    id,
    author: { role },
    create_time: 1.76e9,
    content: { content_type: 'text', parts },
    recipient: 'all',
    metadata: {},
    ...more,
  },
});
const conversation = (id: string, nodes: readonly Node[], currentNode: string) => ({
  ...{ conversation_id: id, title: 'Export', create_time: 1.76e9, update_time: 1.76e9, current_node: currentNode },
  mapping: Object.fromEntries(nodes.map((each) => [each.id, each])),
});
const ROOT: Node = { id: 'root', parent: null, children: [], message: null };
const FIRST = conversation(
  'c-1',
  [
    ROOT,
    node('s', 'root', 'system', ['']),
    node('u1', 's', 'user', ['Wie groß ist "der Export"? \\ }]']),
    node('a1', 'u1', 'assistant', ['Not shown any more']),
    node('a2', 'u1', 'assistant', ['import os'], {
      recipient: 'python',
      content: { content_type: 'code', text: 'import os' },
    }),
    node('t1', 'a2', 'tool', [], {
      author: { role: 'tool', name: 'python' },
      content: { content_type: 'execution_output', text: '12 KB' },
    }),
    node('h1', 't1', 'assistant', ['Hm'], { content: { content_type: 'thoughts', thoughts: [] } }),
    node('a3', 'h1', 'assistant', ['12 KB', { content_type: 'image_asset_pointer' }], {
      metadata: { model_slug: 'gpt-x' },
    }),
  ],
  'a3',
);

describe('An import from ChatGPT', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  it('reads the branch of each conversation that is shown', async () => {
    const report = await fixture
      .write(
        'conversations.json',
        JSON.stringify([FIRST, conversation('c-2', [ROOT, node('x', 'root', 'user', ['Hi'])], 'x')], null, 2),
      )
      .then(() => fixture.import('chatgpt'));
    expect(fixture.payloads()).toEqual([
      { type: 'message', payload: { role: 'user', content: 'Wie groß ist "der Export"? \\ }]' } },
      { type: 'tool_call', payload: { tool_name: 'python', tool_call_id: 'a2', input: { input: 'import os' } } },
      { type: 'tool_result', payload: { tool_name: 'python', tool_call_id: 'a2', output: '12 KB' } },
      { type: 'message', payload: { role: 'assistant', content: '12 KB' } },
      { type: 'message', payload: { role: 'user', content: 'Hi' } },
    ]);
    expect(report).toMatchObject({ sessions: 2, leftOut: { thoughts: 1, 'system message': 1 } });
  });

  it('sends only what is new of a newer export', async () => {
    await fixture.write('conversations.json', JSON.stringify([FIRST]));
    await fixture.import('chatgpt');
    const longer = {
      ...FIRST,
      update_time: 1.77e9,
      current_node: 'u2',
      mapping: { ...FIRST.mapping, u2: node('u2', 'a3', 'user', ['Thanks']) },
    };
    await fixture.write('conversations.json', JSON.stringify([longer]));
    expect(await fixture.import('chatgpt')).toMatchObject({ sent: 1 });
    expect(fixture.payloads().at(-1)?.payload['content']).toBe('Thanks');
  });

  it.each([
    ['a branch without an end', { ...FIRST, mapping: { ...FIRST.mapping, s: node('s', 'a3', 'system', ['']) } }],
    ['a current message that is missing', { ...FIRST, current_node: 'gone' }],
  ])('reads a conversation with %s', async (_name, broken) => {
    await fixture.write('conversations.json', JSON.stringify(broken));
    expect(await fixture.import('chatgpt')).toMatchObject({ events: { total: 4 } });
  });

  it('keeps the conversations before a break of the file, and reports the file', async () => {
    const text = JSON.stringify([FIRST, FIRST]);
    await fixture.write('conversations.json', text.slice(0, -20));
    const report = await fixture.import('chatgpt');
    expect(report).toMatchObject({
      sent: 4,
      files: { failed: [{ reason: expect.stringContaining('ends in the middle') }] },
    });
  });
});
