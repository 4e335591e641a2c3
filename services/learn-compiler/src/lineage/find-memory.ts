import type { ReadFilters } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { MemoryReader } from '../reading/memory-reader.ts';
import type { ReadingParts } from '../reading/reading-parts.ts';
import { seeMemory } from '../reading/see-memory.ts';
import type { LineageReader } from './lineage-reader.ts';

export interface LineageParts extends ReadingParts {
  readonly memories: Pick<MemoryReader, 'get'>;
  readonly lineage: LineageReader;
}

/** Whose lineage is asked for, by somebody who was let into the organization. */
export interface LineageRequest {
  readonly organizationId: string;
  readonly memoryId: string;
}

/**
 * A memory that the caller may read and no other organization governs, and what else they may read.
 * Errors: `not_found`; `unavailable`.
 */
export async function findMemory(
  parts: LineageParts,
  { organizationId, memoryId }: LineageRequest,
  context: RequestContext,
): Promise<{ memory: Memory; visible: ReadFilters }> {
  const engine = await parts.engineFor(context);
  const stored = await parts.memories.get(context.scope, memoryId);
  if (stored === undefined) throw notFound('The memory');
  const memory = await seeMemory(parts, engine, context, stored, 'lineage.read');
  const governing = engine.organizationOf(memory);
  if (governing !== null && governing !== organizationId) throw notFound('The memory');
  return { memory, visible: engine.readFilters(decisionContextOf(context, parts.clock.now())) };
}
