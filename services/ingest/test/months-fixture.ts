import type { DatabaseConnection } from '@strata/platform/database/connection';
import type { DatabaseSession } from '@strata/testkit/database-session';
import type { TestBackend } from '@strata/testkit/test-databases';
import { createPgEventMonths } from '../src/adapters/pg-event-months.ts';
import { keepEventMonths, type KeepEventMonthsParts } from '../src/months/keep-event-months.ts';
import { otherProcess } from './open-sessions-fixture.ts';

/** A clock that stands where it is put. */
export class StandingClock {
  #now: Date;
  constructor(now: string) {
    this.#now = new Date(now);
  }
  now(): Date {
    return this.#now;
  }
  put(now: string): void {
    this.#now = new Date(now);
  }
}

/** One round of another process that keeps the months of events. Returns how many it dropped. */
export async function keepMonths(
  connection: DatabaseConnection,
  clock: KeepEventMonthsParts['clock'],
  settings: { readonly ahead?: number; readonly splitAfterDays?: number } = {},
): Promise<number> {
  const database = otherProcess(connection);
  let dropped = 0;
  try {
    await keepEventMonths({
      months: createPgEventMonths(database),
      clock,
      ahead: 1,
      splitAfterDays: 7,
      ...settings,
      show: () => undefined,
      observeDropped: () => {
        dropped += 1;
      },
    });
    return dropped;
  } finally {
    await database.close();
  }
}

/** The number of events in each partition that has some, by its name. */
export async function eventsByPartition(session: DatabaseSession): Promise<Record<string, number>> {
  const rows = await session.query<{ name: string; count: number }>(
    `select replace(tableoid::regclass::text, 'ingest.', '') as name, count(*)::integer as count
     from ingest.events group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The partitions of the event table, in order. */
export async function partitions(session: DatabaseSession): Promise<string[]> {
  const rows = await session.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'ingest.events'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A database that is there already, as a backend. */
export function onConnection(connection: DatabaseConnection, name: TestBackend['name']): TestBackend {
  const start = () => Promise.resolve({ connection, close: () => Promise.resolve() });
  return { name, start, startEmpty: start };
}
