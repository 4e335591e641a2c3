import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../test/sessions-fixture.ts';
import { KeptDigests } from './kept-digests.ts';

const SCOPE = { tenantId: 'ten_1', environment: 'live' } as const;
const call = { eventId: 'event-1', tool: 'Bash', command: 'make nests', tags: [] };
const result = writtenEvent('tool_result', { tool_call_id: 'call-1', output: 'three nests' }, { id: 'event-2' });

describe('A kept digest', () => {
  it('is used again', () => {
    const digester = new KeptDigests().of(SCOPE);
    const event = writtenEvent('message', { role: 'user', content: 'The nests are in the barn' });
    const memories = digester.memories(event, () => undefined);
    expect(memories).toMatchObject([{ body: 'The nests are in the barn' }]);
    expect(digester.memories({ ...event }, () => undefined)).toBe(memories);
    expect(digester.steps(event)).toBe(digester.steps({ ...event }));
  });

  it('is made again once the call of a result is known', () => {
    const digester = new KeptDigests().of(SCOPE);
    expect(digester.memories(result, () => undefined)).toMatchObject([{ body: 'result returned: three nests' }]);
    expect(digester.memories(result, () => call)).toMatchObject([{ body: '`make nests` returned: three nests' }]);
  });

  it('belongs to one tenant scope', () => {
    const kept = new KeptDigests();
    const inLive = kept.of(SCOPE).memories(result, () => undefined);
    expect(kept.of({ ...SCOPE, environment: 'test' }).memories(result, () => undefined)).not.toBe(inLive);
  });
});
