import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { artifact, storeArtifacts } from './knowledge-fixture.ts';
import { OPEN, organizationWith, OWNER } from './organization-fixture.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';

describeOnDatabase('An artifact that lost its evidence', (backend) => {
  let fixture: ReadingFixture;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
  });
  afterAll(() => fixture.close());

  test('is listed only if inactive ones are included', async () => {
    const tenantId = newId('ten');
    const [active, inactive] = [artifact({ namespaceId: OPEN }), artifact({ namespaceId: OPEN })];
    await storeArtifacts(fixture.session, tenantId, [active, inactive]);
    await fixture.session.query('update learn.artifacts set is_active = false where id = $1', [inactive.id]);
    await fixture.setFacts(tenantId, [organizationWith()]);
    const listed = async (query: object): Promise<string[]> => {
      const { items, total } = await fixture.call(contextOf(tenantId, { id: OWNER }), listArtifacts, { query });
      expect(total).toBe(items.length);
      return items.map(({ id }) => id).sort();
    };
    expect(await listed({})).toEqual([active.id]);
    expect(await listed({ includeInactive: 'true' })).toEqual([active.id, inactive.id].sort());
  });
});
