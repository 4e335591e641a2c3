import type { RequestTo } from '@strata/contracts/operation';
import type {
  getLineage as lineageOperation,
  getLineageGraph as graphOperation,
} from '@strata/contracts/operations/lineage';
import type { Lineage, LineageGraph } from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';

/** A memory, and the organization in which a member asks for its lineage. */
interface MemoryInOrganization {
  readonly organizationId: string;
  readonly memoryId: string;
}

/**
 * Reads lineage from the service that stores memories. It returns only what the caller may read.
 * Errors: `not_found`, also for a memory that another organization governs; `unavailable`.
 */
export interface LineageSource {
  record(memory: MemoryInOrganization, context: RequestContext): Promise<Lineage>;
  graph(memory: MemoryInOrganization, context: RequestContext): Promise<LineageGraph>;
}

interface LineageParts {
  readonly lineage: LineageSource;
}

/** Errors: those of the source. */
export function getLineageHandler({ lineage }: LineageParts) {
  return async function getLineage(
    { params: { orgId, memoryId } }: RequestTo<typeof lineageOperation>,
    context: RequestContext,
  ): Promise<Lineage> {
    return lineage.record({ organizationId: orgId, memoryId }, context);
  };
}

/** Errors: those of the source. */
export function getLineageGraphHandler({ lineage }: LineageParts) {
  return async function getLineageGraph(
    { params: { orgId, memoryId } }: RequestTo<typeof graphOperation>,
    context: RequestContext,
  ): Promise<LineageGraph> {
    return lineage.graph({ organizationId: orgId, memoryId }, context);
  };
}
