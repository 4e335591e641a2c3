import type { listEvents } from '@strata/contracts/operations/events';
import { decodeCursor, encodeCursor } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { EventReader } from './event-reader.ts';

type Query = z.output<typeof listEvents.query>;
type Answer = z.input<typeof listEvents.response>;

/** One page of a partition's events, newest first. @throws AppError `validation_error` for a damaged cursor. */
export async function listStoredEvents(reader: EventReader, scope: TenantScope, query: Query): Promise<Answer> {
  const before = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, ['number'])[0]);
  const page = await reader.list(scope, query, query.limit, before);
  return {
    items: page.events,
    pagination: {
      hasMore: page.hasMore,
      cursor: page.hasMore ? encodeCursor([page.lastSeq]) : null,
      total: page.total,
    },
  };
}
