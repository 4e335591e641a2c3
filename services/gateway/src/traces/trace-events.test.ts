import { describe, expect, it } from '@jest/globals';
import { read, told, type Fields, type SpanFields } from '../../test/spans-fixture.ts';

describe('A span', () => {
  const chat = (attributes: Fields = {}): Fields => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.prompt': 'Where is order 7?',
    ...attributes,
  });
  const eventsOf = (spans: SpanFields[], resource?: Fields) => read(spans, resource).events.map(({ event }) => event);

  it('takes session, end user and agent from the spans around it', () => {
    const events = eventsOf(
      [
        { id: 1, attributes: chat(), parent: 2 },
        { id: 2, parent: 3 },
        {
          id: 3,
          parent: 99,
          attributes: { 'gen_ai.conversation.id': 'c-1', 'user.id': 'u-1', 'gen_ai.agent.name': 'support' },
        },
      ],
      { 'service.name': 'shop' },
    );
    expect(events).toMatchObject([{ sessionId: 'c-1', metadata: { userId: 'u-1', agentId: 'support' } }]);
  });

  it('takes no end user from its trace if two are named there', () => {
    const other = (id: number, user: string): SpanFields => ({ id, parent: 98, attributes: { 'user.id': user } });
    const [event] = eventsOf([{ attributes: chat(), parent: 99 }, other(2, 'u-1'), other(3, 'u-2'), other(4, 'u-1')]);
    expect(event?.metadata).not.toHaveProperty('userId');
  });

  it('without an end user is refused if its program requires one, and so is the end of its trace', () => {
    const required = { 'strata.user.required': 'true' };
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'refund' };
    const alone = read([{ id: 1, attributes: tool, parent: 2 }], required);
    expect(alone.events).toEqual([]);
    expect([...alone.faults.values()]).toEqual(['The span names no end user, and strata.user.required is set']);
    expect(read([{ attributes: chat() }], required).events).toEqual([]);

    const whole = read(
      [
        { id: 1, attributes: tool, parent: 2 },
        { id: 2, attributes: { 'user.id': 'u-1' } },
      ],
      required,
    );
    expect(whole.faults.size).toBe(0);
    expect(new Set(whole.events.map(({ event }) => event.metadata?.userId))).toEqual(new Set(['u-1']));
    expect(eventsOf([{ attributes: tool, parent: 2 }])).toHaveLength(2);
  });

  it('can be its own ancestor in a broken trace', () => {
    const events = eventsOf([
      { id: 1, parent: 2, attributes: chat() },
      { id: 2, parent: 1 },
    ]);
    expect(events).toHaveLength(1);
  });

  it('about anything else is left out, and so is its end', () => {
    const { events, faults } = read([
      { attributes: { 'http.request.method': 'GET' } },
      { id: 2, attributes: { 'gen_ai.operation.name': 'embeddings', 'gen_ai.prompt': 'a text' } },
    ]);
    expect(events).toEqual([]);
    expect(faults.size).toBe(0);
  });

  it('with an attribute that was cut off is named as such', () => {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': '[{"role":"us' };
    expect([...read([{ attributes }]).faults.values()]).toEqual(['gen_ai.input.messages is not valid JSON']);
  });

  it('with indexes and names of every kind costs no more than its attributes', () => {
    const attributes = chat({
      'llm.input_messages.999999999.message.content': 'last',
      'llm.input_messages.__proto__.message.content': 'polluted',
      'llm.input_messages.3.__proto__.role': 'polluted',
      'llm.input_messages.3.message.content': 'third',
    });
    delete (attributes as Record<string, unknown>)['gen_ai.prompt'];
    expect(told({ attributes }).map(([, payload]) => payload)).toEqual([
      { role: 'user', content: 'third' },
      { role: 'user', content: 'last' },
    ]);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  });
});
