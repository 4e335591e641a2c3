import type { readLineage } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ReadFilters } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from '../reading/reading-parts.ts';
import { requireReadable } from '../reading/require-access.ts';
import type { LineageReader } from './lineage-reader.ts';

export interface LineageParts extends ReadingParts {
  readonly lineage: LineageReader;
}

/** Made by a caller who is authorized for the organization. */
export type LineageRequest = RequestOfCall<typeof readLineage>;

/**
 * The memory that a lineage request names, and the read filters of its caller.
 * Errors: `not_found`, also when the caller may not read it or another organization governs it; `unavailable`.
 */
export async function findMemory(
  parts: LineageParts,
  { organizationId, memoryId }: LineageRequest,
  context: RequestContext,
): Promise<{ memory: Memory; visible: ReadFilters }> {
  const engine = await parts.engineFor(context);
  const memory = await parts.memories.get(context.scope, memoryId);
  if (memory === undefined) throw notFound('The memory');
  await requireReadable(parts, engine, context, memory, 'lineage.read');
  const governing = engine.organizationOf(memory);
  if (governing !== null && governing !== organizationId) throw notFound('The memory');
  return { memory, visible: engine.readFilters(decisionContextOf(context, parts.clock.now())) };
}
