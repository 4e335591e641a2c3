import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import type { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { one } from './reconcile/damage.ts';
import { DAMAGE_OF_EVENTS_AND_INDEX } from './reconcile/damage-of-events-and-index.ts';
import { DAMAGE_OF_SERVICES } from './reconcile/damage-of-services.ts';
import { ReconciledSystem, withSomeOfEverything } from './reconcile/reconciled-system.ts';

const QUICK = ['--wait', '0.2'];

describeOnServices('npm run reconcile', (startServices) => {
  const stack = new CloseStack();
  let system: ReconciledSystem;
  let organization: OrganizationFixture;
  let tenantId: string;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    system = await ReconciledSystem.start(stack, real);
    organization = await withSomeOfEverything(system.base);
    ({ tenantId } = organization.tenant);
    await organization.createIn('lifecycle-policies', { name: 'For ever', retentionDays: 36_500 });
    await withSomeOfEverything(system.base);
  });
  afterAll(() => stack.close());

  const run = (sql: string): Promise<unknown> => system.session.query(sql.replaceAll('$1', `'${tenantId}'`));

  /** Until the services have done what the repair queued. */
  const expectNoDifference = (argv: readonly string[]): Promise<unknown> =>
    eventually(async () => {
      const result = await system.reconcile(...argv, ...QUICK);
      expect(result).toMatchObject({ exitCode: 0, errors: [], left: {}, repaired: {} });
      return true;
    });

  test('finds no difference in what services stored', async () => {
    expect(await system.reconcile(...QUICK)).toMatchObject({ exitCode: 0, left: {}, errors: [] });
  });

  test('finds that the search index knows fewer sources of an artifact, and changes nothing without --repair', async () => {
    await run(`delete from synthesis.artifact_sources where ${one('synthesis.artifact_sources')}`);
    for (let time = 0; time < 2; time += 1)
      expect(await system.reconcile(...QUICK)).toMatchObject({
        exitCode: 1,
        left: { 'search-index': [{ tenantId, message: 'the index has another sources' }] },
        repaired: {},
      });
    expect(await system.reconcile('--repair', ...QUICK)).toMatchObject({ exitCode: 0, left: {} });
    await expectNoDifference([]);
  });

  test.each([...DAMAGE_OF_EVENTS_AND_INDEX, ...DAMAGE_OF_SERVICES])(
    'finds that $title',
    async ({ damage, undo = [], check, message, isRepaired }) => {
      for (const sql of damage) await run(sql);
      try {
        const { exitCode, errors, left, repaired } = await system.reconcile('--repair', ...QUICK);
        const found = (isRepaired ? repaired : left)[check] ?? [];
        expect(found).toEqual(
          expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(message) })]),
        );
        for (const difference of found) expect(difference.tenantId).toBe(check === 'tenants' ? 'ten_gone' : tenantId);
        expect({ exitCode, errors }).toEqual({ exitCode: isRepaired ? 0 : 1, errors: [] });
        if (isRepaired) expect(left).toEqual({});
      } finally {
        for (const sql of undo) await run(sql);
      }
      await expectNoDifference(undo.length > 0 ? ['--repair'] : []);
    },
  );
});
