import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { statementCheck } from '@strata/platform/reconcile/statement-check';
import { readAll } from './reconciler.ts';

/** A backlog that a job left behind is sent after some seconds; a large one takes longer. */
const GRACE_MINUTES = 10;

const FIND = `
  select tenant_id as "tenantId", environment, 'backlog' as id,
         count(*) || ' changes wait, the oldest since ' || to_char(min(written_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
           as message
  from index_outbox where ($1::text is null or tenant_id = $1) and ($2::text[] is null or 'backlog' = any($2))
  group by 1, 2 having min(written_at) < now() - interval '${String(GRACE_MINUTES)} minutes' order by 1, 2 limit 1000`;

/** The changes that the search index does not get. */
export const indexBacklogCheck = (database: Database): Check =>
  statementCheck({
    name: 'index-backlog',
    compares: `The changes that wait for the search index with time: none waits for ${String(GRACE_MINUTES)} minutes`,
    advice:
      'They are sent once learn-compiler and synthesis work; see the log of learn-compiler ("Repeated work failed").',
    find: (...of) => readAll(database, FIND, of),
  });
