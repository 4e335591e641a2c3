import { accessReport } from '@strata/policy/access-report';
import type { Place } from '@strata/policy/place';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';

/** A memory that is given to a caller: which, and where it lies. */
export type Given = Place & { readonly id: string };

/**
 * Records which memories a request gives to its caller, before it does. Work of the service itself leaves no record.
 * Errors: `unavailable`.
 */
export async function recordGiven(
  { records, clock }: Pick<ReadingParts, 'records' | 'clock'>,
  context: RequestContext,
  action: AccessEntry['action'],
  memories: readonly Given[],
): Promise<void> {
  const given = memories.map((memory) => ({ id: memory.id, place: memory }));
  const report = accessReport(context.actor, action, given, clock.now());
  if (report !== null) await records.accesses(report, context);
}
