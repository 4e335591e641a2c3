import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { PolicyBook } from '@strata/policy/policy-engine';
import { askedBy } from '@strata/policy/principal';
import { refusalOf } from '@strata/policy/denial-report';
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
  const request = { ...askedBy(context, clock.now()), action: 'read', kind: 'memory', subject: memory } as const;
  const refusal = refusalOf(book, request, action);
  if (refusal === null) return memory;
  await records.audit(refusal, context);
  throw notFound('The memory');
}
