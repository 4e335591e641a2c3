import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, notFound } from '@strata/kernel/errors';
import { denialReport } from '@strata/policy/denial-report';
import type { DecisionRequest, PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { StoredItem } from './artifact-reader.ts';
import type { ReadingParts } from './reading-parts.ts';

type AccessParts = Pick<ReadingParts, 'records' | 'clock'>;

/** Throws `error` if the engine denies a request, after the denial is in the audit log. Errors: `unavailable`. */
export async function requireAllowed(
  { records }: Pick<AccessParts, 'records'>,
  engine: PolicyEngine,
  context: RequestContext,
  request: DecisionRequest,
  action: AuditAction,
  error: AppError,
): Promise<void> {
  const denial = denialReport(engine, request, action);
  if (denial === null) return;
  await records.audit(denial, context);
  throw error;
}

/** Errors: `not_found` when the caller may not read the memory; `unavailable`. */
export async function requireReadable(
  parts: AccessParts,
  engine: PolicyEngine,
  context: RequestContext,
  memory: Memory,
  action: AuditAction,
): Promise<void> {
  const request = {
    ...decisionContextOf(context, parts.clock.now()),
    action: 'read',
    kind: 'memory',
    item: memory,
  } as const;
  await requireAllowed(parts, engine, context, request, action, notFound('The memory'));
}

/** Errors: `not_found` when the caller may not read the memory; `forbidden` when they may not change it; `unavailable`. */
export async function requireWritable(
  parts: AccessParts & Pick<ReadingParts, 'engineFor'>,
  context: RequestContext,
  memory: Memory,
  action: 'memory.delete' | 'memory.restore',
): Promise<void> {
  const engine = await parts.engineFor(context);
  await requireReadable(parts, engine, context, memory, action);
  await requireChangeable(parts, engine, context, { kind: 'memory', item: memory }, action);
}

/** For a caller who may read it. Errors: `forbidden` when they may not change it; `unavailable`. */
export async function requireChangeable(
  parts: AccessParts,
  engine: PolicyEngine,
  context: RequestContext,
  { kind, item }: { readonly kind: 'memory' | 'artifact'; readonly item: StoredItem },
  action: AuditAction,
): Promise<void> {
  const request = { ...decisionContextOf(context, parts.clock.now()), action: 'write', kind, item } as const;
  const denied = new AppError('forbidden', `A policy does not allow you to change this ${kind}`);
  await requireAllowed(parts, engine, context, request, action, denied);
}
