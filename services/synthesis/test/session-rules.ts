import { describe, expect, it } from '@jest/globals';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { memory, type SynthesisFixture } from './synthesis-fixture.ts';

const of = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const sources = ({ sections }: ContextPack): string[] => sections.map(({ source }) => source);

/** What is known of sessions decides what a pack shows of them. */
export function sessionRules(fixture: () => SynthesisFixture): void {
  describe('A pack with what is known of sessions', () => {
    it('shows what names a customer only if the query asks about that customer', async () => {
      const scope = of('subjects');
      const place = { agentId: 'desk', namespaceId: null };
      const said = (body: string, sessionId: string) => memory(body, { agentId: 'desk', sessionId });
      const [mine, other, rule] = [
        said('The lamp of order #W1234567 arrived broken', 'a'),
        said('The lamp of order #W7654321 arrived broken', 'b'),
        said('A broken lamp is replaced', 'b'),
      ];
      await fixture().index(scope, [mine, other, rule]);
      const sessions = [
        { ...place, sessionId: 'a', outcome: null, identifiers: ['w1234567', 'mei_8020'], names: [] },
        { ...place, sessionId: 'b', outcome: null, identifiers: ['w7654321'], names: [] },
      ];
      expect(await fixture().summarize(scope, sessions)).toBe(2);
      const asking = (query: string) => fixture().synthesize(scope, { query, explain: true });
      expect(sources(await asking('broken lamp'))).toEqual([rule.id]);
      const { sections, excluded = [] } = await asking('broken lamp of mei_8020');
      expect(sections.map(({ source }) => source).sort()).toEqual([mine.id, rule.id].sort());
      const left = excluded.find(({ source }) => source === other.id);
      expect(left).toMatchObject({ reason: 'other_subject', score: { shares: expect.any(Object) as object } });
      expect(left).not.toHaveProperty('content');
      const unrelated = await asking('lamp insurance premium tariff calculator');
      expect(unrelated.sections).toEqual([]);
      expect(unrelated.excluded?.find(({ source }) => source === other.id)?.reason).toBe('low_relevance');
      // An identifier is also recognized by its form, if no known session names it. A session of which nothing is known is forgotten.
      await fixture().summarize(
        scope,
        sessions.map((session) => ({ ...session, identifiers: [] })),
        [{ ...place, identifierForms: ['a9999999'] }],
      );
      expect(sources(await asking('broken lamp'))).toEqual([rule.id]);
      await fixture().summarize(scope, [], [{ ...place, identifierForms: [] }]);
      expect(sources(await asking('broken lamp'))).toHaveLength(3);
    });

    it('shows the gate code of a customer only if the query has an id of the session in which it was said', async () => {
      const scope = of('names');
      const place = { agentId: 'desk', namespaceId: null };
      const said = (body: string, sessionId: string) => memory(body, { agentId: 'desk', sessionId });
      const code = said('The gate code is 4471', 'a');
      const rule = said('The gate has to be open for a delivery', 'b');
      await fixture().index(scope, [code, rule]);
      await fixture().summarize(scope, [
        { ...place, sessionId: 'a', outcome: null, identifiers: ['w1234567'], names: ['Amara', 'Nwosu', '4471'] },
        { ...place, sessionId: 'b', outcome: null, identifiers: ['w7654321'], names: ['Amara', 'Bell'] },
      ]);
      const shown = async (query: string, more = {}) =>
        sources(await fixture().synthesize(scope, { query, ...more })).sort();
      const both = [code.id, rule.id].sort();
      expect(await shown('gate code')).toEqual([rule.id]);
      expect(await shown('gate code of Amara Nwosu')).toEqual([rule.id]);
      expect(await shown('gate code of w1234567')).toEqual(both);
      expect(await shown('gate code', { sessionId: 'a' })).toEqual([code.id]);
    });

    it('shows a side text as its event, beside the answer that it helps to find', async () => {
      const scope = of('side-texts');
      const turn = (body: string, position: number, over: Parameters<typeof memory>[1] = {}) =>
        memory(body, { sessionId: 'chat', position, ...over });
      const question = turn('What did you paint last week?', 0, { speaker: 'Ida', sideTextOf: 'evt_question' });
      const answer = turn('A harbour at night.', 1, { speaker: 'Tom' });
      await fixture().index(scope, [question, answer]);
      const { sections } = await fixture().synthesize(scope, { query: 'What did Tom paint?' });
      expect(sections.map(({ type, source }) => [type, source]).sort()).toEqual([
        ['event', 'evt_question'],
        ['memory', answer.id],
      ]);
      expect(sources(await fixture().synthesize(scope, {}))).toEqual([answer.id]);
    });

    it('says how the runs ended, and shows what was only said in failed ones as a warning, last', async () => {
      const scope = of('outcomes');
      const place = { agentId: null, namespaceId: null, identifiers: [], names: [] };
      const said = (body: string, sessionId: string, sessions: string[] = []) => memory(body, { sessionId, sessions });
      const [failed, good, both, elsewhere] = [
        said('Restart the broker', 'f'),
        said('Restart the broker after the backup of its disk', 'g'),
        said('Restart the broker and wait until all of its queues are there', 'f', ['f', 'g']),
        memory('Restart the broker with all of its mirrors', { sessionId: 'f', agentId: 'desk' }),
      ];
      await fixture().index(scope, [failed, good, both, elsewhere]);
      await fixture().summarize(scope, [
        { ...place, sessionId: 'f', outcome: 'failure' },
        { ...place, sessionId: 'g', outcome: 'success' },
      ]);
      const { sections } = await fixture().synthesize(scope, { query: 'restart the broker', explain: true });
      const outcomes = new Map(sections.map(({ source, outcome }) => [source, outcome]));
      expect(outcomes).toEqual(
        new Map([
          [good.id, 'success'],
          [failed.id, 'failure'],
          [both.id, 'mixed'],
          [elsewhere.id, null],
        ]),
      );
      const isDemoted = sections.filter(({ score }) => score?.parts.failedFactor !== undefined);
      expect(isDemoted.map(({ source }) => source)).toEqual([failed.id]);
      expect(sections.find(({ source }) => source === failed.id)?.content).toBe(
        'Warning, from a failed run: [1 March 2024] Restart the broker',
      );
    });
  });
}
