import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import type { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { DAMAGE_OF_EVENTS_AND_INDEX } from './reconcile/damage-of-events-and-index.ts';
import { DAMAGE_OF_SERVICES } from './reconcile/damage-of-services.ts';
import { ReconciledSystem, withSomeOfEverything } from './reconcile/reconciled-system.ts';

const QUICK = ['--wait', '0.3'];

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
  }, 120_000);
  afterAll(() => stack.close());

  const run = (sql: string): Promise<unknown> => system.session.query(sql.replaceAll('$1', `'${tenantId}'`));

  /** Until the services have done what the repair queued. */
  const expectNoDifference = (): Promise<unknown> =>
    eventually(
      async () => {
        const { exitCode, left } = await system.reconcile(...QUICK);
        if (exitCode !== 0) throw new Error(JSON.stringify(left));
        return true;
      },
      { withinMs: 30_000 },
    );

  test('finds no difference in what services stored', async () => {
    expect(await system.reconcile(...QUICK)).toMatchObject({ exitCode: 0, left: {}, errors: [] });
  });

  test.each([...DAMAGE_OF_EVENTS_AND_INDEX, ...DAMAGE_OF_SERVICES])(
    'finds that $title',
    async ({ damage, undo = [], check, message, isRepaired }) => {
      for (const sql of damage) await run(sql);
      try {
        const found = await system.reconcile(...QUICK);
        expect(found).toMatchObject({
          exitCode: 1,
          errors: [],
          left: {
            [check]: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(message) })]),
          },
        });
        const of = found.left[check] ?? [];
        for (const difference of of) expect(difference.tenantId).toBe(check === 'tenants' ? 'ten_gone' : tenantId);

        const repaired = await system.reconcile('--repair', ...QUICK);
        if (isRepaired)
          expect(repaired).toMatchObject({ exitCode: 0, errors: [], left: {}, repaired: { [check]: of } });
        else expect(repaired).toMatchObject({ exitCode: 1, errors: [], left: { [check]: of } });
      } finally {
        for (const sql of undo) await run(sql);
        if (undo.length > 0) await system.reconcile('--repair', ...QUICK);
      }
      await expectNoDifference();
    },
    60_000,
  );
});
