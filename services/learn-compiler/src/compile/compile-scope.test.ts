import { describe, expect, it } from '@jest/globals';
import { ended, said, supportSessions, used, writtenSessions } from '../../test/sessions-fixture.ts';
import { compileScope } from './compile-scope.ts';
import { MAX_SOURCE_EVENTS } from './source-events.ts';
import type { ArtifactDraft } from './types.ts';

/** Some agents repair a hasty refund by looking the order up; those do better than the ones that insist. */
const repaired = (order: string) => [
  said('user', `I want a refund for order ${order}, it arrived broken`),
  ...used('refund_order', { order_id: order, reason: 'damaged' }, `Error: order ${order} was not looked up`),
  ...used('get_order', { order_id: order }, { order_id: order, status: 'delivered' }),
  ...used('refund_order', { order_id: order, reason: 'damaged' }, { ok: true }),
  ended(true),
];
const twice = () => [...supportSessions(), ...supportSessions(), ...['4001', '4002', '4003'].map(repaired)];
const telling = ({ type, key, title, content }: ArtifactDraft) => ({ type, key, title, content });

/** The same sessions in German: what people say, and how tools report errors. */
const inGerman = (sessions: ReturnType<typeof twice>): ReturnType<typeof twice> =>
  sessions.map((lines) =>
    lines.map(([type, payload, tags]) => {
      const text = JSON.stringify(payload)
        .replace(
          /Hello, I would like a refund for the broken lamp in order/,
          'Guten Tag, bitte erstatten Sie die defekte Lampe der Bestellung',
        )
        .replace(
          /I want a refund for order (\w+), it arrived broken/,
          'Erstattung für Bestellung $1, sie kam kaputt an',
        )
        .replace(/Where is my parcel\? The order is/, 'Wo bleibt mein Paket? Die Bestellung ist')
        .replace(/Error: order (\w+) was not looked up/, 'Fehler: Bestellung $1 wurde nicht nachgeschlagen')
        .replace(
          /Error: order (\w+) does not exist in this region/,
          'Fehler: Bestellung $1 gibt es in dieser Region nicht',
        );
      return [type, JSON.parse(text), tags ?? []] as const;
    }),
  );

describe('A learning scope', () => {
  it('learns the same from runs in another language', () => {
    const shape = ({ type, content }: ArtifactDraft) => ({
      type,
      steps: 'steps' in content ? content.steps : [],
      recovery: 'recovery' in content ? content.recovery : [],
      figures: [content.writers, 'support' in content ? content.support : content.occurrences],
    });
    const shapes = (sessions: ReturnType<typeof twice>) =>
      compileScope(writtenSessions(sessions))
        .artifacts.map((artifact) => JSON.stringify(shape(artifact)))
        .sort();
    expect(shapes(inGerman(twice()))).toEqual(shapes(twice()));
  });

  const compiled = compileScope(writtenSessions(twice()));
  const { artifacts, memories } = compiled;

  it('gives artifacts of all four types', () => {
    expect([...new Set(artifacts.map(({ type }) => type))].sort()).toEqual([
      'causal_pattern',
      'decision_policy',
      'failure_playbook',
      'task_schema',
    ]);
  });

  it('gives the same titles, keys and content for the same events under other ids', () => {
    expect(compileScope(writtenSessions(twice(), 'other')).artifacts.map(telling)).toEqual(artifacts.map(telling));
  });

  it('gives the same result in any order of sessions', () => {
    expect(compileScope(writtenSessions(twice()).reverse())).toEqual(compiled);
  });

  it('has unique titles and existing sources', () => {
    const known = new Set(writtenSessions(twice()).flatMap(({ steps }) => steps.map(({ eventId }) => eventId)));
    expect(new Set(artifacts.map(({ title }) => title.toLowerCase())).size).toBe(artifacts.length);
    for (const { sourceEvents } of artifacts) {
      expect(sourceEvents.length).toBeGreaterThan(0);
      expect(sourceEvents.every((id) => known.has(id))).toBe(true);
    }
  });

  it('keeps an artifact under its key while evidence grows', () => {
    const before = new Map(
      compileScope(writtenSessions(supportSessions())).artifacts.map((artifact) => [artifact.key, artifact]),
    );
    const schema = artifacts.find(({ type, title }) => type === 'task_schema' && /refund/i.test(title));
    const earlier = before.get(schema?.key ?? '');
    expect(earlier?.content).toMatchObject({ support: 6 });
    expect(schema?.content).toMatchObject({ support: 15 });
  });

  it('remembers how errors were overcome', () => {
    expect(memories.map(({ kind, body }) => `${kind}: ${body}`)).toEqual([
      'error_resolution: When refund_order failed with "Error: order <n> was not looked up": Use get_order first, then refund_order again (this helped 3 of 3 times).',
      'error_resolution: When get_order failed with "Error: order <n> does not exist in this region": Use list_orders first, then get_order again (this helped 6 of 6 times).',
    ]);
    expect(memories[1]).toMatchObject({ validFrom: '2024-03-06T10:00:00.000Z', confidence: 0.88 });
  });

  it('cites the steps that overcame an error', () => {
    const [lookUp] = memories;
    const [scope] = writtenSessions([repaired('4001')]);
    const events = scope?.steps.filter(({ kind }) => kind !== 'message' && kind !== 'test') ?? [];
    expect(lookUp?.sourceEvents.length).toBe(3 * events.length);
  });

  it('gives everything exactly the tags of its events', () => {
    const tagged = twice().map((lines, number) =>
      lines.map(([type, payload], line) => [type, payload, [`tag-a-${String(number)}-${String(line)}`]] as const),
    );
    const compiled = compileScope(writtenSessions(tagged));
    const plain = (tags: readonly string[]) => tags.filter((tag) => !tag.startsWith('tag-'));
    const ofEvents = (tags: readonly string[]) => tags.filter((tag) => tag.startsWith('tag-')).sort();
    const tagsOf = (events: readonly string[]) => events.map((id) => `tag-${id}`).sort();
    expect(compiled.artifacts.length).toBe(artifacts.length);
    for (const [at, { tags, evidence }] of compiled.artifacts.entries()) {
      expect(ofEvents(tags)).toEqual(tagsOf(evidence));
      expect(plain(tags)).toEqual(artifacts[at]?.tags);
    }
    expect(compiled.memories.map(({ key }) => key)).toEqual(memories.map(({ key }) => key));
    // These helped each time, so the cited events are all that there are.
    for (const { tags, sourceEvents } of compiled.memories) expect(ofEvents(tags)).toEqual(tagsOf(sourceEvents));
    expect(compiled.memories.map(({ tags }) => plain(tags))).toEqual([['refund_order'], ['get_order']]);
  });

  it('compiles only one type on request', () => {
    const asked = compileScope(writtenSessions(twice()), { artifactType: 'failure_playbook' });
    expect(asked.artifacts.map(telling)).toEqual(
      artifacts.filter(({ type }) => type === 'failure_playbook').map(telling),
    );
  });

  it('gives nothing without events, and no artifacts from only talk', () => {
    expect(compileScope([])).toEqual({ artifacts: [], memories: [], sessions: [], identifierForms: [] });
    expect(
      compileScope(writtenSessions([[said('Ana', 'I moved to Porto'), said('Ben', 'When was that?')]])).artifacts,
    ).toEqual([]);
  });

  it('accepts sessions of ten thousand steps of one tool', () => {
    const lines = Array.from({ length: 5000 }, (_, n) =>
      used('poll_queue', { n }, n % 3 ? 'empty' : `Error: timeout after ${String(n)} ms`),
    ).flat();
    const { artifacts: found } = compileScope(writtenSessions([lines, lines]));
    expect(found.map(({ type }) => type)).toEqual(['failure_playbook']);
    expect(found[0]?.sourceEvents.length).toBeLessThanOrEqual(MAX_SOURCE_EVENTS);
  });
});
