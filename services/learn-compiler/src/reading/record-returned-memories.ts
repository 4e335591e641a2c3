import type { AccessEntry } from '@strata/contracts/schemas/access';
import type { RequestContext } from '@strata/kernel/actor';
import { accessReport } from '@strata/policy/access-report';
import type { Place } from '@strata/policy/place';
import type { ReadingParts } from './reading-parts.ts';

/** A memory that a request returns. */
export type ReturnedMemory = Place & { readonly id: string };

/**
 * Adds the memories that a request returns to the access log; call it before they are returned. Requests of the service
 * itself are not logged. Errors: `unavailable`.
 */
export async function recordReturnedMemories(
  { records, clock }: Pick<ReadingParts, 'records' | 'clock'>,
  context: RequestContext,
  action: AccessEntry['action'],
  memories: readonly ReturnedMemory[],
): Promise<void> {
  const returned = memories.map((memory) => ({ id: memory.id, place: memory }));
  const report = accessReport(context.actor, action, returned, clock.now());
  if (report !== null) await records.accesses(report, context);
}
