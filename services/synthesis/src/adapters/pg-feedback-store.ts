import type { Database } from '@strata/platform/database/database';
import { notFound } from '@strata/kernel/errors';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import { addJudgements } from './pg-feedback.ts';
import { lockWriters } from './lock-writers.ts';

const PACK = 'tenant_id = $1 and environment = $2 and id = $3';

const SHOWN = `select shown from packs where ${PACK} and returned_at > now() - make_interval(days => $4)`;

const JUDGED = `select judged from packs where ${PACK} for update`;

const ADD_JUDGED = `update packs set judged = judged || $4::text[] where ${PACK}`;

/** Few enough for one short transaction. */
const DELETED_AT_ONCE = 5_000;

const DELETE_OLD = `
  delete from packs where (tenant_id, environment, id) in (
    select tenant_id, environment, id from packs where returned_at < now() - make_interval(days => $1)
    order by returned_at limit ${String(DELETED_AT_ONCE)})`;

/** Feedback in PostgreSQL. `packDays` is how long a pack is known; `cleanerRole` may delete the packs of every tenant. */
export const createPgFeedbackStore = (database: Database, packDays: number, cleanerRole: string): FeedbackStore => ({
  shownIn: ({ tenantId, environment }, packId) =>
    database.inTenant({ tenantId, environment }, async (tx) => {
      const [row] = await tx.query<{ shown: string[] }>(SHOWN, [tenantId, environment, packId, packDays]);
      return row?.shown ?? null;
    }),

  record: (scope, { packId, outcome, writer, entryIds }) =>
    database.inTenant(scope, async (tx) => {
      await lockWriters(tx, scope);
      const pack = [scope.tenantId, scope.environment, packId];
      const [row] = await tx.query<{ judged: string[] }>(JUDGED, pack);
      // It may have become too old since it was found.
      if (row === undefined) throw notFound('The pack');
      const judged = new Set(row.judged);
      const added = entryIds.filter((id) => !judged.has(id));
      if (added.length === 0) return 0;
      await tx.execute(ADD_JUDGED, [...pack, added]);
      if (outcome === 'neutral') return 0;
      const judgements = { successes: Number(outcome === 'success'), failures: Number(outcome === 'failure') };
      return addJudgements(tx, scope, added, writer, judgements);
    }),

  deleteOldPacks: async () => {
    const deleteSome = (): Promise<number> => database.asRole(cleanerRole, (tx) => tx.execute(DELETE_OLD, [packDays]));
    while ((await deleteSome()) === DELETED_AT_ONCE);
  },
});
