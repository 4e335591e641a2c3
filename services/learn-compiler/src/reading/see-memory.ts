import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import { principalOf, type PolicyBook } from '@strata/contracts/policies/policy-book';
import { auditOfRefusal } from '@strata/contracts/policies/refusal';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ReadingParts } from './reading-parts.ts';

/**
 * Lets a caller see a memory. One that is hidden is not there, and that it was asked for is put on record.
 * Errors: `not_found`; `unavailable`.
 */
export async function seeMemory(
  { records, clock }: Pick<ReadingParts, 'records' | 'clock'>,
  book: PolicyBook,
  context: RequestContext,
  memory: Memory,
  action: AuditAction,
): Promise<Memory> {
  const { scope, actor } = context;
  const at = clock.now();
  const asked = { principal: principalOf(actor), environment: scope.environment, now: at };
  const decision = book.decide({ ...asked, action: 'read', kind: 'memory', subject: memory });
  if (decision.effect === 'allow') return memory;
  await records.audit(auditOfRefusal({ action, resourceId: memory.id, place: memory, decision, at }), context);
  throw notFound('The memory');
}
