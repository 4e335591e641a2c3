import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../test/sessions-fixture.ts';
import { digestPage } from './digest-page.ts';
import type { KnowledgeStore, PlacedStep } from './knowledge-store.ts';

const SCOPE = { tenantId: 'ten_1', environment: 'live' } as const;

const call = writtenEvent(
  'message',
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'make nests' } }],
  },
  { id: 'event-1', seq: 1 },
);
const result = writtenEvent(
  'message',
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'three nests' }] },
  { id: 'event-2', seq: 2 },
);

/** A store that holds some steps, and counts how often it is asked. */
function storeOf(steps: readonly PlacedStep[]) {
  const asked: string[][] = [];
  const stepsOf: KnowledgeStore['stepsOf'] = (_scope, _place, sessionIds) => {
    asked.push([...sessionIds]);
    return Promise.resolve([{ sessionId: 'session-1', steps: steps.map(({ step }) => JSON.stringify(step)) }]);
  };
  return { asked, knowledge: { stepsOf } };
}

describe('The digest of a page', () => {
  it('joins a result with its call, however events are divided into pages', async () => {
    const empty = storeOf([]);
    const whole = await digestPage(empty.knowledge, SCOPE, [call, result]);
    expect(whole.memories.map(({ draft }) => draft.body)).toEqual(['`make nests` returned: three nests']);
    expect(empty.asked).toEqual([]);

    const first = await digestPage(empty.knowledge, SCOPE, [call]);
    const stored = storeOf(first.steps);
    const second = await digestPage(stored.knowledge, SCOPE, [result]);
    expect(second.memories).toEqual(whole.memories);
    expect(stored.asked).toEqual([['session-1']]);
  });

  it('takes no call of another session, agent or namespace', async () => {
    for (const other of [{ sessionId: 'session-2' }, { agentId: 'agent-2' }, { namespaceId: 'nsp_2' }]) {
      const { memories } = await digestPage(storeOf([]).knowledge, SCOPE, [{ ...call, ...other }, result]);
      expect(memories.map(({ draft }) => draft.body)).toEqual(['result returned: three nests']);
    }
  });
});
