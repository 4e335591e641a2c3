import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { removeEntries } from '@strata/contracts/calls/synthesis';
import { deleteMemory, getMemory } from '@strata/contracts/operations/memories';
import type { Action } from '@strata/contracts/schemas/policy-facts';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { organizationWith, MEMBER, OPEN, OWNER } from './organization-fixture.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { memory, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('Deleting a memory', (backend) => {
  let fixture: ReadingFixture;
  let tenantId: string;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    tenantId = newId('ten');
  });
  /** The audit reports of this tenant, once there are `count`. */
  const audited = (count: number) =>
    eventually(async () => {
      if (!(await fixture.isOutboxEmpty(tenantId))) return false;
      const reports = fixture.audit.filter(({ context }) => context.scope.tenantId === tenantId);
      return reports.length >= count && reports;
    });
  const as = (id: string) => contextOf(tenantId, { id });

  test('leaves a tombstone with the kind and place of the memory, and none of its content', async () => {
    const seed = memory({ namespaceId: OPEN, content: 'The safe opens with cranberry' });
    await storeMemories(fixture.session, tenantId, [seed]);
    await fixture.setFacts(tenantId, [organizationWith()]);
    const context = as(MEMBER);
    fixture.isRecording = false;
    const deleting = fixture.call(context, deleteMemory, { params: { id: seed.id } });
    // There is no index in this fixture. The memory is deleted all the same.
    await deleting.catch(() => undefined);
    fixture.isRecording = true;
    expect(await audited(1)).toMatchObject([
      {
        context: { requestId: context.requestId },
        report: {
          place: { namespaceId: OPEN, agentId: 'ops' },
          entries: [
            {
              action: 'memory.delete',
              resourceId: seed.id,
              outcome: 'success',
              changes: { before: { kind: 'fact', namespaceId: OPEN, agentId: 'ops' }, after: null },
            },
          ],
        },
      },
    ]);
    expect(JSON.stringify(await audited(1))).not.toContain('cranberry');
  });

  test.each<[string, Action, string]>([
    ['that the caller may not read', 'read', 'not_found'],
    ['that the caller may read but not write', 'write', 'forbidden'],
  ])('%s is denied, and the denial is in the audit log', async (_title, action, code) => {
    const seed = memory({ namespaceId: OPEN });
    await storeMemories(fixture.session, tenantId, [seed]);
    await fixture.setFacts(tenantId, [organizationWith({ action })]);
    await expect(fixture.call(as(OWNER), deleteMemory, { params: { id: seed.id } })).rejects.toMatchObject({ code });
    expect((await audited(1))[0]?.report.entries[0]).toMatchObject({
      action: 'memory.delete',
      resourceId: seed.id,
      outcome: 'denied',
    });
    await fixture.setFacts(tenantId, [organizationWith()]);
    expect((await fixture.call(as(OWNER), getMemory, { params: { id: seed.id } })).id).toBe(seed.id);
  });

  test('sends the deleted revision to the index, which ignores that revision if it arrives later', async () => {
    const seed = memory();
    await storeMemories(fixture.session, tenantId, [seed]);
    await fixture.setFacts(tenantId, [organizationWith()]);
    const [stored] = await fixture.session.query<{ revision: string }>(
      'select revision from learn.memories where tenant_id = $1',
      [tenantId],
    );
    const removals: unknown[] = [];
    await fixture.bus.serve(removeEntries, ({ ids, revisions }, { scope }) => {
      if (scope.tenantId === tenantId) removals.push({ ids, revisions });
      return Promise.resolve({ removed: 0 });
    });
    await fixture.call(as(OWNER), deleteMemory, { params: { id: seed.id } });
    expect(removals).toEqual([{ ids: [seed.id], revisions: { [seed.id]: Number(stored?.revision) } }]);
  });
});
