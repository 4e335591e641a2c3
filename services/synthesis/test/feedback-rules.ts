import { describe, expect, it } from '@jest/globals';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createPgFeedbackStore } from '../src/adapters/pg-feedback-store.ts';
import { artifact, memory, type SynthesisFixture } from './synthesis-fixture.ts';

const key = (id: string): Actor => ({ type: 'api_key', id, scopes: ['read', 'write'] });
const QUERY = 'Where is the spare anchor?';

/** Feedback on a pack moves what the next pack says and ranks. */
export function feedbackRules(fixture: () => SynthesisFixture): void {
  let serial = 0;
  let scope: TenantScope;
  const synthesize = (over = scope): Promise<ContextPack> =>
    fixture().synthesize(over, { query: QUERY, explain: true });
  const confidenceOf = ({ sections }: ContextPack, id: string) =>
    sections.find(({ source }) => source === id)?.confidence;
  const factorOf = ({ sections }: ContextPack, id: string) =>
    sections.find(({ source }) => source === id)?.score?.parts['helpedFactor'];

  describe('Feedback on a pack', () => {
    const [shed, pier] = ['mem_shed', 'mem_pier'];
    const fill = async (): Promise<void> => {
      scope = { tenantId: `judged-${String(++serial)}`, environment: 'live' };
      await fixture().index(scope, [
        memory('The spare anchor is in the shed', { id: shed, confidence: 0.8 }),
        memory('The spare anchor is on the pier', { id: pier, confidence: 0.8 }),
        artifact('Weigh the spare anchor', { id: 'art_anchor' }),
      ]);
    };

    it('moves the confidence and the rank of what was used, and of all that was shown otherwise', async () => {
      await fill();
      const { packId } = await synthesize();
      expect(await fixture().feedback(scope, { packId, outcome: 'failure', used: [pier, 'mem_unknown'] })).toEqual({
        packId,
        status: 'recorded',
        counted: 1,
      });
      const second = await synthesize();
      expect([confidenceOf(second, shed), confidenceOf(second, pier)]).toEqual([0.8, 0.72]);
      expect(factorOf(second, pier)).toBeLessThan(1);
      const memories = second.sections.filter(({ type }) => type === 'memory').map(({ source }) => source);
      expect(memories).toEqual([shed, pier]);
      await fixture().feedback(scope, { packId: second.packId, outcome: 'success' });
      const third = await synthesize();
      expect(confidenceOf(third, shed)).toBe(0.82);
      expect([shed, 'art_anchor'].map((id) => factorOf(third, id))).toEqual([1.5 ** 0.2, 1.5 ** 0.2]);
      expect(factorOf(third, pier)).toBe(1);
    });

    it('counts once for each source, also when it is sent at the same time, and the first outcome stays', async () => {
      await fill();
      const { packId } = await synthesize();
      await Promise.all(
        Array.from({ length: 6 }, () => fixture().feedback(scope, { packId, outcome: 'success', used: [shed] })),
      );
      expect(await fixture().feedback(scope, { packId, outcome: 'failure' })).toMatchObject({ counted: 2 });
      expect(await fixture().feedback(scope, { packId, outcome: 'success' })).toMatchObject({ counted: 0 });
      const after = await synthesize();
      expect([confidenceOf(after, shed), confidenceOf(after, pier)]).toEqual([0.82, 0.72]);
    });

    it('moves less the more often one writer repeats it, and more if another agrees', async () => {
      await fill();
      const praise = async (actor: Actor): Promise<number> => {
        await fixture().feedback(
          scope,
          { packId: (await synthesize()).packId, outcome: 'success', used: [shed] },
          actor,
        );
        return confidenceOf(await synthesize(), shed) ?? 0;
      };
      const once = await praise(key('key_1'));
      // Another key of the same user is the same writer.
      const users = (id: string): Actor => ({ ...key(id), ownerId: 'usr_1' });
      const [twice, third, fourth] = [
        await praise(users('key_2')),
        await praise(users('key_3')),
        await praise(users('key_4')),
      ];
      expect(twice - once).toBeGreaterThan(third - twice);
      expect(third - twice).toBeGreaterThan(fourth - third);
    });

    it('changes nothing if it is neutral', async () => {
      await fill();
      const { packId } = await synthesize();
      expect(await fixture().feedback(scope, { packId, outcome: 'neutral' })).toMatchObject({ counted: 0 });
      expect(confidenceOf(await synthesize(), shed)).toBe(0.8);
    });

    it('stays with a source that is indexed again, and goes with one that is removed', async () => {
      await fill();
      await fixture().feedback(scope, { packId: (await synthesize()).packId, outcome: 'success' });
      const again = (revision: number) =>
        fixture().index(scope, [memory('The spare anchor is in the shed', { id: shed, confidence: 0.6, revision })]);
      await again(2);
      expect(confidenceOf(await synthesize(), shed)).toBe(0.64);
      await fixture().remove(scope, [shed]);
      await again(3);
      expect(confidenceOf(await synthesize(), shed)).toBe(0.6);
    });

    it('is rejected for a pack that is unknown, of another tenant scope, or too old', async () => {
      await fill();
      const { packId } = await synthesize();
      const feedback = (over: TenantScope, id: string) => fixture().feedback(over, { packId: id, outcome: 'success' });
      const missing = { code: 'not_found' };
      await expect(feedback(scope, 'pck_unknown')).rejects.toMatchObject(missing);
      await expect(feedback({ ...scope, environment: 'test' }, packId)).rejects.toMatchObject(missing);
      await expect(feedback({ ...scope, tenantId: 'other' }, packId)).rejects.toMatchObject(missing);
      await fixture().sql("update synthesis.packs set returned_at = now() - interval '31 days' where id = $1", [
        packId,
      ]);
      await expect(feedback(scope, packId)).rejects.toMatchObject(missing);
    });

    it('ends with its pack: old packs of every tenant are deleted', async () => {
      await fill();
      const [old, young] = [(await synthesize()).packId, (await synthesize()).packId];
      await fixture().sql("update synthesis.packs set returned_at = now() - interval '31 days' where id = $1", [old]);
      const database = fixture().openServiceDatabase();
      await createPgFeedbackStore(database, 30, 'strata_synthesis_relay').deleteOldPacks();
      await database.close();
      const left = await fixture().sql('select id from synthesis.packs where id = any($1)', [[old, young]]);
      expect(left).toEqual([{ id: young }]);
    });

    it('does not move what the caller may not read', async () => {
      await fill();
      const { packId } = await synthesize();
      await fixture().setPolicyFacts(scope.tenantId, hiding(pier));
      await fixture().feedback(scope, { packId, outcome: 'failure' }, { type: 'user', id: 'usr_1', scopes: ['write'] });
      await fixture().setPolicyFacts(scope.tenantId, { organizations: [] });
      const after = await synthesize();
      expect([confidenceOf(after, shed), confidenceOf(after, pier)]).toEqual([0.72, 0.8]);
    });
  });
}

const hiding = (id: string): Facts => ({
  organizations: [
    {
      id: 'org_1',
      agents: [],
      members: [],
      namespaces: [],
      policies: [
        {
          id: 'pol_1',
          name: 'hidden',
          effect: 'deny',
          resource: `memory:${id}`,
          action: 'read',
          priority: 1,
          conditions: {},
        },
      ],
    },
  ],
});
