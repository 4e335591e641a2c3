import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { previewMemories } from '@strata/contracts/calls/learn';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { ANALYST, CLOSED, ORGANIZATION, organizationWith, OWNER } from './organization-fixture.ts';
import { policy } from './lifecycle-fixture.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { artifact, memory, storeArtifacts, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('A lifecycle preview', (backend) => {
  const tenantId = newId('ten');
  const hidden = memory({ namespaceId: CLOSED });
  const resting = artifact({ namespaceId: CLOSED, sourceMemories: [hidden.id] });
  let fixture: ReadingFixture;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
    await storeMemories(fixture.session, tenantId, [hidden]);
    await storeArtifacts(fixture.session, tenantId, [resting]);
    await fixture.setFacts(tenantId, [organizationWith()]);
  });
  afterAll(() => fixture.close());

  const LATER = '2126-01-01T00:00:00.000Z';
  const preview = (by: string, scope: string, periods: { deleteAfterDays?: number; archiveAfterDays?: number }) => {
    const policies = [policy({ id: 'lcp_1', scope, ...periods })];
    const facts = { organizations: [{ id: ORGANIZATION, namespaceIds: [CLOSED], agentIds: [], policies }] };
    return fixture.bus.call(
      previewMemories,
      { facts, policyId: 'lcp_1', now: LATER, most: 100 },
      contextOf(tenantId, { id: by }),
    );
  };
  const [deleted, archived] = [{ deleteAfterDays: 1 }, { archiveAfterDays: 1 }];

  test('does not count a hidden memory that the scope of the policy names', async () => {
    const none = await preview(ANALYST, `memory:${newId('mem')}`, deleted);
    expect(none).toMatchObject({ delete: { count: 0 }, artifacts: { count: 0 } });
    expect(await preview(ANALYST, `memory:${hidden.id}`, deleted)).toEqual(none);
    expect(await preview(ANALYST, `memory:${hidden.id}`, archived)).toEqual(none);
    expect(await preview(OWNER, `memory:${hidden.id}`, deleted)).toMatchObject({
      delete: { count: 1, samples: [hidden.id] },
      artifacts: { count: 1 },
    });
    expect(await preview(OWNER, `memory:${hidden.id}`, archived)).toMatchObject({ archive: { count: 1 } });
  });

  test.each([`namespace:${CLOSED}`, 'namespace:*', '*:*'])(
    'counts a hidden memory under the scope %s, and does not name it',
    async (scope) => {
      expect(await preview(ANALYST, scope, deleted)).toMatchObject({
        delete: { count: 1, samples: [] },
        artifacts: { count: 1 },
      });
    },
  );
});
