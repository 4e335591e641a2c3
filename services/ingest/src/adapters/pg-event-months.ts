import type { Database } from '@strata/platform/database/database';
import type { EventMonths } from '../months/event-months.ts';
import { SCHEDULER_ROLE } from './ingest-schema.ts';

/** The whole table is read, once. */
const VALIDATE_TIMEOUT_MS = 6 * 3600 * 1000;

/** The partitions of the event table in PostgreSQL, made and dropped by functions that run with their owner's rights. */
export const createPgEventMonths = (database: Database): EventMonths => {
  const call = async (sql: string, value: number): Promise<boolean> => {
    const rows = await database.asRole(SCHEDULER_ROLE, (tx) => tx.query<{ done: boolean }>(sql, [value]));
    return rows[0]?.done === true;
  };
  let isValidated = false;
  let isSplit = false;
  return {
    split: async (afterDays) => {
      isSplit ||= await call('select split_events($1) as done', afterDays);
      if (isSplit || isValidated) return isSplit;
      const validate = 'select validate_events_before_months()';
      await database.asRole(SCHEDULER_ROLE, (tx) => tx.query(validate), { statementTimeoutMs: VALIDATE_TIMEOUT_MS });
      isValidated = true;
      return isSplit;
    },
    list: () =>
      database.asRole(SCHEDULER_ROLE, async (tx) => {
        const rows = await tx.query<{ month: number }>('select month from event_months order by month');
        return rows.map(({ month }) => month);
      }),
    make: async (month) => {
      await call('select make_event_month($1) as done', month);
    },
    drop: (month) => call('select drop_event_month($1) as done', month),
  };
};
