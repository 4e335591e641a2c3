import { describe, expect, it } from '@jest/globals';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { artifact, memory, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const sources = ({ sections }: ContextPack): string[] => sections.map(({ source }) => source);

/** The filters of a request decide which entries a pack can show. */
export function filterRules(fixture: () => SynthesisFixture): void {
  describe('A filtered pack', () => {
    it('contains only one kind if includeArtifacts or includeMemories is false', async () => {
      const scope = tenant('kinds');
      const [one, two] = [memory('Refunds take a week'), artifact('Refund an order')];
      await fixture().index(scope, [one, two]);
      for (const query of ['refund', undefined]) {
        expect(sources(await fixture().synthesize(scope, { query, includeArtifacts: false }))).toEqual([one.id]);
        expect(sources(await fixture().synthesize(scope, { query, includeMemories: false }))).toEqual([two.id]);
        const neither = await fixture().synthesize(scope, { query, includeMemories: false, includeArtifacts: false });
        expect(neither).toMatchObject({ sections: [], totalTokens: 0 });
      }
    });

    it('contains only entries of the requested agent', async () => {
      const scope = tenant('agent');
      const mine = memory('The invoice was paid', { agentId: 'mine' });
      await fixture().index(scope, [
        mine,
        memory('The invoice is open', { agentId: 'other' }),
        memory('An invoice without agent'),
      ]);
      for (const query of ['invoice', undefined])
        expect(sources(await fixture().synthesize(scope, { query, agentId: 'mine' }))).toEqual([mine.id]);
      expect((await fixture().synthesize(scope, { query: 'invoice' })).sections).toHaveLength(3);
      expect((await fixture().synthesize(scope, { query: 'invoice', agentId: 'unknown' })).sections).toEqual([]);
    });

    it('contains only memories that have every requested tag, and artifacts with any tags', async () => {
      const scope = tenant('tags');
      const both = memory('A tagged harbour', { tags: ['ship', "port's \\ edge"] });
      const drill = artifact('Enter a harbour');
      await fixture().index(scope, [
        both,
        memory('A half tagged harbour', { tags: ['ship'] }),
        memory('A plain harbour'),
        drill,
      ]);
      for (const query of ['harbour', undefined]) {
        const pack = await fixture().synthesize(scope, { query, tags: ['ship', "port's \\ edge"] });
        expect(sources(pack).sort()).toEqual([both.id, drill.id].sort());
        expect(
          sources(await fixture().synthesize(scope, { query, tags: ['unknown'], includeArtifacts: false })),
        ).toEqual([]);
      }
    });

    it('contains nothing of another tenant or environment', async () => {
      const secret = memory('The vault opens at dawn');
      await fixture().index(tenant('one'), [secret]);
      const test = { tenantId: 'one', environment: 'test' } as const;
      const inTest = memory('The vault of the test environment');
      await fixture().index(test, [inTest]);
      for (const query of ['vault', undefined]) {
        expect((await fixture().synthesize(tenant('two'), { query })).sections).toEqual([]);
        expect(sources(await fixture().synthesize(test, { query }))).toEqual([inTest.id]);
        expect(sources(await fixture().synthesize(tenant('one'), { query }))).toEqual([secret.id]);
      }
      await fixture().remove(tenant('two'), [secret.id]);
      expect((await fixture().synthesize(tenant('one'), { query: 'vault' })).sections).toHaveLength(1);
    });
  });
}
