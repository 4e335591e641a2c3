import { principalOf } from '@strata/contracts/policies/policy-book';
import { auditOfRefusal } from '@strata/contracts/policies/refusal';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { MemoryReader } from './memory-reader.ts';
import type { ReadingParts } from './reading-parts.ts';
import { seeMemory } from './see-memory.ts';

/**
 * Deletes a memory from the store for good, notes it for the index, and leaves a tombstone for the audit log, all at once.
 * @returns false when there was none and none is waiting to leave the index.
 */
export type ForgetMemory = (id: string, at: Date, context: RequestContext) => Promise<boolean>;

export interface DeletionParts extends ReadingParts {
  readonly memories: Pick<MemoryReader, 'get'>;
  readonly forget: ForgetMemory;
  readonly tellIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Deletes a memory everywhere; answered once synthesize can no longer show it. When the index does not answer the
 * deletion stands, and a repeated call, or the service by itself, finishes it.
 * Errors: `not_found`; `forbidden` when the caller may see it and no more; `unavailable`.
 */
export const createDeleteMemory =
  (parts: DeletionParts) =>
  async (id: string, context: RequestContext): Promise<{ id: string; deleted: true }> => {
    const { memories, forget, tellIndex, clock } = parts;
    await requireMayDelete(parts, id, context, await memories.get(context.scope, id));
    if (!(await forget(id, clock.now(), context))) throw notFound('The memory');
    await tellIndex(context.scope);
    return { id, deleted: true };
  };

async function requireMayDelete(
  parts: DeletionParts,
  id: string,
  context: RequestContext,
  memory: Awaited<ReturnType<MemoryReader['get']>>,
): Promise<void> {
  const book = await parts.bookFor(context);
  // Gone already: what is left is to tell the index.
  if (memory === undefined) return;
  await seeMemory(parts, book, context, memory, 'memory.delete');
  const { scope, actor } = context;
  const at = parts.clock.now();
  const asked = { principal: principalOf(actor), environment: scope.environment, now: at };
  const decision = book.decide({ ...asked, action: 'write', kind: 'memory', subject: memory });
  if (decision.effect === 'allow') return;
  const refusal = { action: 'memory.delete', resourceId: id, place: memory, decision, at } as const;
  await parts.records.audit(auditOfRefusal(refusal), context);
  throw new AppError('forbidden', 'A policy keeps you from deleting this memory');
}
