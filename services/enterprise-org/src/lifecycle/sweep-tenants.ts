import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import { systemContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { ENVIRONMENTS, type TenantScope } from '@strata/kernel/tenant-scope';
import type { LifecycleStore } from './lifecycle-store.ts';
import type { SweepTurns, SweepTurn } from './sweep-turns.ts';
import type { SweptData } from './swept-data.ts';

/** Counts of one sweep of a tenant. */
export interface Swept {
  readonly restored: number;
  readonly archived: number;
  readonly deleted: number;
  /** Deleted events. */
  readonly events: number;
  /** Artifacts hidden until they are compiled again from their remaining sources. */
  readonly withdrawn: number;
}

export interface SweepParts {
  readonly turns: SweepTurns;
  readonly lifecycle: Pick<LifecycleStore, 'facts'>;
  readonly data: Pick<SweptData, 'sweepMemories' | 'sweepEvents'>;
  readonly clock: Clock;
  /** Identifies this process among its replicas. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** Between two sweeps of a tenant. */
  readonly everySeconds: number;
  /** Called after each tenant's sweep, also an unfinished one. */
  readonly observe: (turn: SweepTurn, swept: Swept, isDone: boolean) => void;
  /** On abort, the sweep stops after the current batch. */
  readonly signal: AbortSignal;
}

/** Most rows that one transaction archives or deletes. */
const BATCH = 500;
/** After this time another tenant gets its turn. */
const SLICE_MS = 20_000;
const NOTHING: Swept = { restored: 0, archived: 0, deleted: 0, events: 0, withdrawn: 0 };

/**
 * Sweeps every tenant that is due, in batches that are safe to repeat: the next sweep finishes the work of a worker that
 * died or was stopped. An error of a store ends the sweep; the tenant gets its next turn as usual.
 * Errors: `unavailable`.
 */
export async function sweepTenants(parts: SweepParts): Promise<void> {
  const { turns, worker, leaseSeconds, signal } = parts;
  while (!signal.aborted) {
    const turn = await turns.take(worker, leaseSeconds);
    if (turn === undefined) return;
    await sweepTenant(parts, turn);
  }
}

async function sweepTenant(parts: SweepParts, turn: SweepTurn): Promise<void> {
  const { turns, worker, everySeconds, observe } = parts;
  const finalFacts: (LifecycleFacts | undefined)[] = [];
  let swept = NOTHING;
  let next = { isDone: true, mayRest: false, afterSeconds: everySeconds };
  try {
    for (const environment of ENVIRONMENTS) {
      const facts = await sweepEnvironment(parts, turn, { tenantId: turn.tenantId, environment }, (batch) => {
        swept = add(swept, batch);
      });
      finalFacts.push(facts);
    }
    next = { ...next, isDone: !finalFacts.includes(undefined), mayRest: finalFacts.every(hasNoPolicy) };
  } finally {
    observe(turn, swept, next.isDone);
    const scope: TenantScope = { tenantId: turn.tenantId, environment: 'live' };
    await turns.end(scope, worker, next);
  }
}

/** Without a policy, a complete sweep has restored everything that was archived. */
const hasNoPolicy = (facts: LifecycleFacts | undefined): boolean =>
  facts?.organizations.every(({ policies }) => policies.length === 0) === true;

/**
 * Returns the facts of the last batch when nothing is left to do by them, else undefined. The facts are read again for
 * each batch, so that a deleted policy has no further effect.
 */
async function sweepEnvironment(
  { turns, lifecycle, data, clock, worker, leaseSeconds, signal }: SweepParts,
  turn: SweepTurn,
  scope: TenantScope,
  count: (batch: Swept) => void,
): Promise<LifecycleFacts | undefined> {
  const context = systemContext(scope, newId('req'));
  const until = performance.now() + SLICE_MS;
  while (!signal.aborted && performance.now() < until) {
    if (!(await turns.keep(turn, worker, leaseSeconds))) return undefined;
    const facts = await lifecycle.facts(scope);
    const request = { facts, now: clock.now().toISOString(), limit: BATCH };
    // Memories and artifacts first: none may be shown after the events it was compiled from are deleted.
    const memories = await data.sweepMemories(request, context);
    count({ ...NOTHING, ...memories });
    const events = await data.sweepEvents(request, context);
    count({ ...NOTHING, events: events.deleted });
    if (memories.isDone && events.isDone) return facts;
  }
  return undefined;
}

const add = (a: Swept, b: Swept): Swept => ({
  restored: a.restored + b.restored,
  archived: a.archived + b.archived,
  deleted: a.deleted + b.deleted,
  events: a.events + b.events,
  withdrawn: a.withdrawn + b.withdrawn,
});
