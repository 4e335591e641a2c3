import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import { denialReport } from '@strata/policy/denial-report';
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
  engine: PolicyEngine,
  context: RequestContext,
  memory: Memory,
  action: AuditAction,
): Promise<Memory> {
  const request = { ...decisionContextOf(context, clock.now()), action: 'read', kind: 'memory', item: memory } as const;
  const refusal = denialReport(engine, request, action);
  if (refusal === null) return memory;
  await records.audit(refusal, context);
  throw notFound('The memory');
}
