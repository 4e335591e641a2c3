import type { Database } from '@strata/platform/database/database';
import type { ReadEventsOfUser } from '../exporting/read-events-of-user.ts';
import { EVENT_COLUMNS, toEvent, type EventRow } from './event-row.ts';

/** The first event, and those after it that fit with it in $7 bytes. `found` also counts those that do not fit. */
const READ = `
  select ${EVENT_COLUMNS}, seq::float8 as seq, found::integer as found from (
    select next.*, count(*) over () as found, row_number() over (order by seq) as place,
           sum(octet_length(payload::text) + octet_length(metadata::text)) over (order by seq) as bytes
    from (
      select * from events
      where tenant_id = $1 and environment = $2 and user_id = $3 and received_at <= $4 and seq > $5
      order by seq limit $6) as next
  ) as sized
  where place = 1 or bytes <= $7 order by sized.seq`;

/** Reads the events about one end user from PostgreSQL. */
export const createPgEventsOfUser =
  (database: Database): ReadEventsOfUser =>
  (scope, { userId, until, afterSeq, limit, maxBytes }) =>
    database.inTenant(scope, async (tx) => {
      const own = [scope.tenantId, scope.environment];
      // One more than the page has, to know whether there is a next page.
      const values = [...own, userId, until, afterSeq, limit + 1, maxBytes];
      const rows = await tx.query<EventRow & { seq: number; found: number }>(READ, values);
      const page = rows.slice(0, limit);
      const hasMore = (rows[0]?.found ?? 0) > page.length;
      return {
        events: page.map(toEvent),
        lastSeq: hasMore ? (page.at(-1)?.seq ?? null) : null,
      };
    });
