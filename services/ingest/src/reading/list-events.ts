import type { listEvents } from '@strata/contracts/operations/events';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { EventReader } from './event-reader.ts';

type Query = z.output<typeof listEvents.query>;
type Answer = z.input<typeof listEvents.response>;

/** One page of a partition's events, newest first. @throws AppError `validation_error` for a damaged cursor. */
export async function listStoredEvents(reader: EventReader, scope: TenantScope, query: Query): Promise<Answer> {
  const page = await reader.list(scope, query, query.limit, continuedFrom(query.cursor));
  return { items: page.events, pagination: paginationOf({ ...page, last: page.lastSeq }) };
}
