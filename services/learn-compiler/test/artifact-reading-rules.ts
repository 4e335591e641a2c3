import { describe, expect, test } from '@jest/globals';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import {
  getArtifact,
  listArtifacts,
  listArtifactVersions,
  updateArtifact,
} from '@strata/contracts/operations/artifacts';
import type { PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { RequestContext } from '@strata/kernel/actor';
import { artifact, memory, storeArtifacts, storeMemories } from './knowledge-fixture.ts';
import { ANALYST, CLOSED, MEMBER, OPEN, organizationWith } from './organization-fixture.ts';
import type { ReadingFixture } from './reading-fixture.ts';

interface ReadingParts {
  readonly fixture: () => ReadingFixture;
  readonly tenantId: () => string;
  readonly as: (userId: string) => RequestContext;
  /** The audit reports of the tenant, once there are `count`. */
  readonly audited: (count: number) => Promise<readonly { readonly report: AuditReport }[]>;
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** Policies on reading artifacts. */
export function artifactReadingRules({ fixture, tenantId, as, audited }: ReadingParts): void {
  describe('An artifact', () => {
    const seedArtifacts = async () => {
      const place = { namespaceId: OPEN, agentId: 'ops' };
      const [red, blue] = [memory({ ...place, tags: ['red'] }), memory({ ...place, tags: ['blue'] })];
      await storeMemories(fixture().session, tenantId(), [red, blue]);
      const ofRed = artifact({ ...place, sourceMemories: [red.id] });
      const ofBoth = artifact({ ...place, sourceMemories: [red.id, blue.id] });
      const elsewhere = artifact({ namespaceId: CLOSED });
      await storeArtifacts(fixture().session, tenantId(), [ofRed, ofBoth, elsewhere]);
      return { red, blue, ofRed, ofBoth, elsewhere };
    };
    const seen = async (context: RequestContext): Promise<string[]> => {
      const whole = await fixture().call(context, listArtifacts);
      expect(whole).toMatchObject({ total: whole.items.length, hasMore: false });
      const single: string[] = [];
      for (let offset = 0; offset < whole.total; offset += 1) {
        const page = await fixture().call(context, listArtifacts, { query: { limit: 1, offset } });
        expect(page).toMatchObject({ total: whole.total, hasMore: offset + 1 < whole.total });
        single.push(...idsOf(page.items));
      }
      expect(single).toEqual(idsOf(whole.items));
      return single.sort();
    };
    const expectNotFound = (context: RequestContext, id: string) =>
      expect(fixture().call(context, getArtifact, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });

    test('is hidden if a memory behind it is hidden, by tags or by id', async () => {
      const { blue, ofRed, ofBoth, elsewhere } = await seedArtifacts();
      const rules = [{ conditions: { 'resource.tags': 'blue' } }, { resource: `memory:${blue.id}` }];
      for (const [at, rule] of rules.entries()) {
        await fixture().setFacts(tenantId(), [organizationWith({ ...rule, name: 'Not blue' })]);
        expect(await seen(as(MEMBER))).toEqual([ofRed.id, elsewhere.id].sort());
        await expectNotFound(as(MEMBER), ofBoth.id);
        expect((await audited(at + 1))[at]?.report.entries[0]).toMatchObject({
          action: 'artifact.read',
          resourceId: ofBoth.id,
          outcome: 'denied',
          changes: { reason: 'A memory that it was compiled from is hidden: The policy "Not blue" denies it' },
        });
        expect((await fixture().call(as(MEMBER), getArtifact, { params: { id: ofRed.id } })).id).toBe(ofRed.id);
      }
    });

    test('is hidden if an event behind it is hidden by its tags, also without a memory of that event', async () => {
      const place = { namespaceId: OPEN, agentId: 'ops' };
      const seed = memory({ ...place, tags: ['red'] });
      await storeMemories(fixture().session, tenantId(), [seed]);
      const ofRed = artifact({ ...place, tags: ['red'], sourceMemories: [seed.id] });
      const ofBlue = artifact({ ...place, tags: ['red', 'blue'], sourceMemories: [seed.id] });
      const bare = artifact({ ...place, tags: ['blue'] });
      await storeArtifacts(fixture().session, tenantId(), [ofRed, ofBlue, bare]);
      const rules: [Partial<PolicyFact>, string[]][] = [
        [{ resource: 'memory:*', conditions: { 'resource.tags': 'blue' } }, [ofRed.id]],
        [{ resource: '*:*', conditions: { 'resource.tags': 'blue' } }, [ofRed.id]],
        [{ resource: 'memory:*', conditions: { 'resource.tags': { notIn: ['red'] } } }, [ofRed.id, ofBlue.id]],
        [{ resource: 'memory:*', conditions: { 'resource.tags': 'green' } }, [ofRed.id, ofBlue.id, bare.id]],
        [{ resource: `memory:${bare.id}` }, [ofRed.id, ofBlue.id, bare.id]],
      ];
      for (const [rule, open] of rules) {
        await fixture().setFacts(tenantId(), [organizationWith(rule)]);
        expect(await seen(as(MEMBER))).toEqual([...open].sort());
        for (const { id } of [ofRed, ofBlue, bare])
          if (open.includes(id))
            expect((await fixture().call(as(MEMBER), getArtifact, { params: { id } })).id).toBe(id);
          else await expectNotFound(as(MEMBER), id);
      }
    });

    test('shows an earlier version only to callers who may read all that it can rest on', async () => {
      const { ofRed, blue } = await seedArtifacts();
      await fixture().session.query(
        `insert into learn.artifact_versions (tenant_id, environment, artifact_id, version, title, content, token_count, confidence,
                                              tags, source_events, source_memories, source_sessions, compiled_at)
         select tenant_id, environment, id, number, title, content, token_count, confidence, '{blue}', source_events, sources,
                source_sessions, compiled_at
         from learn.artifacts, (values (0, null), (-1, array[$2])) as earlier (number, sources) where id = $1`,
        [ofRed.id, blue.id],
      );
      const rules: [Partial<PolicyFact>[], number[]][] = [
        [[], [1, 0, -1]],
        [[{ conditions: { 'resource.tags': 'blue' } }], [1]],
        [[{ resource: 'artifact:*', conditions: { 'resource.tags': 'blue' } }], [1]],
        [[{ resource: `memory:${blue.id}` }], [1]],
        // Which memories are behind the version 0 is not known.
        [[{ resource: 'memory:mem_other' }], [1, -1]],
      ];
      for (const [policies, numbers] of rules) {
        await fixture().setFacts(tenantId(), [organizationWith(...policies)]);
        const page = await fixture().call(as(MEMBER), listArtifactVersions, { params: { id: ofRed.id } });
        expect(page.items.map(({ version }) => version)).toEqual(numbers);
        expect(page.pagination.total).toBe(numbers.length);
      }
      await fixture().setFacts(tenantId(), [organizationWith({ resource: `artifact:${ofRed.id}` })]);
      const hidden = fixture().call(as(MEMBER), listArtifactVersions, { params: { id: ofRed.id } });
      await expect(hidden).rejects.toMatchObject({ code: 'not_found' });
    });

    test('is switched off by nobody who may not read it, or only read it', async () => {
      const { ofRed } = await seedArtifacts();
      const request = { params: { id: ofRed.id }, body: { isSwitchedOff: true } };
      for (const [action, code] of [
        ['read', 'not_found'],
        ['write', 'forbidden'],
      ] as const) {
        await fixture().setFacts(tenantId(), [organizationWith({ resource: `artifact:${ofRed.id}`, action })]);
        await expect(fixture().call(as(MEMBER), updateArtifact, request)).rejects.toMatchObject({ code });
      }
      expect((await audited(2)).map(({ report }) => report.entries[0])).toMatchObject(
        Array.from({ length: 2 }, () => ({ action: 'artifact.update', resourceId: ofRed.id, outcome: 'denied' })),
      );
      expect((await fixture().call(as(MEMBER), getArtifact, { params: request.params })).isActive).toBe(true);
    });

    test('is hidden by policies on its place and on artifacts', async () => {
      const { ofRed, ofBoth, elsewhere } = await seedArtifacts();
      await fixture().setFacts(tenantId(), [organizationWith()]);
      expect(await seen(as(MEMBER))).toEqual([ofRed.id, ofBoth.id, elsewhere.id].sort());
      expect(await seen(as(ANALYST))).toEqual([ofRed.id, ofBoth.id].sort());
      await expectNotFound(as(ANALYST), elsewhere.id);
      await fixture().setFacts(tenantId(), [organizationWith({ resource: `artifact:${ofRed.id}` })]);
      expect(await seen(as(MEMBER))).toEqual([ofBoth.id, elsewhere.id].sort());
      await fixture().setFacts(tenantId(), [organizationWith({ resource: 'memory:*' })]);
      expect(await seen(as(MEMBER))).toEqual([]);
      await expectNotFound(as(MEMBER), ofRed.id);
    });
  });
}
