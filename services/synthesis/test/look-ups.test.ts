import { expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession } from '@strata/testkit/database-session';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { memory, startSynthesisFixture } from './synthesis-fixture.ts';

const MANY = 100;

/** As the hidden tags of as many policies: terms that no entry has. */
const UNKNOWN = Array.from({ length: MANY }, (_, at) => `'tag=secret-${String(at)}'`).join('|');

const SEARCHES = {
  count_entries: 'select count_entries($1::tsquery, $1::tsquery)',
  find_ids: 'select count(*) from find_ids($1::tsquery)',
  find_candidates: `select find_candidates($1::tsquery, array['memory'], null)`,
};

describeOnDatabase('A search by terms', (backend) => {
  test.each(Object.entries(SEARCHES))('%s reads no table row by row, however many terms it has', async (_name, sql) => {
    const stack = new CloseStack();
    try {
      const fixture = stack.use(await startSynthesisFixture(backend));
      const said = Array.from({ length: MANY }, (_, at) => memory(`The ferry number ${String(at)} is late`));
      await fixture.index({ tenantId: 'other', environment: 'live' }, said);
      const owner = stack.use(await openSession(fixture.database.connection));
      await owner.rolledBack(async () => {
        await owner.query('set local search_path to synthesis, public');
        await owner.query(sql, [UNKNOWN]);
        const [read] = await owner.query(
          `select seq_scan::int as "rowByRow", idx_scan::int > 0 as "byIndex" from pg_stat_xact_user_tables
           where schemaname = 'synthesis' and relname = 'entries'`,
        );
        expect(read).toEqual({ rowByRow: 0, byIndex: true });
      });
    } finally {
      await stack.close();
    }
  });
});
