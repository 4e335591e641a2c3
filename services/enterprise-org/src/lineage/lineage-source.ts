import type { Lineage, LineageGraph } from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';

/** A memory, as a member of the organization asks for it. */
export interface LineageQuestion {
  readonly organizationId: string;
  readonly memoryId: string;
}

/**
 * Whoever keeps memories; it says no more than the caller may read.
 * Errors: `not_found`, also for a memory that another organization governs; `unavailable`.
 */
export interface LineageSource {
  record(question: LineageQuestion, context: RequestContext): Promise<Lineage>;
  graph(question: LineageQuestion, context: RequestContext): Promise<LineageGraph>;
}
