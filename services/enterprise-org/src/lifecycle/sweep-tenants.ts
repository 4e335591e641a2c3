import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import { systemContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { ENVIRONMENTS, type TenantScope } from '@strata/kernel/tenant-scope';
import type { LifecycleStore } from './lifecycle-store.ts';
import type { SweepTurns, SweepTurn } from './sweep-turns.ts';
import type { SweptData } from './swept-data.ts';

/** What a sweep of one tenant did. */
export interface Swept {
  readonly restored: number;
  readonly archived: number;
  readonly deleted: number;
  /** Events that were deleted. */
  readonly events: number;
  /** Artifacts taken out of sight until they are compiled from what is left. */
  readonly withdrawn: number;
}

export interface SweepParts {
  readonly turns: SweepTurns;
  readonly lifecycle: Pick<LifecycleStore, 'facts'>;
  readonly data: Pick<SweptData, 'sweepMemories' | 'sweepEvents'>;
  readonly clock: Clock;
  /** This process's name among its replicas. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** Between two sweeps of a tenant. */
  readonly everySeconds: number;
  /** Called with each tenant's sweep, also with one that was cut off. */
  readonly observe: (turn: SweepTurn, swept: Swept, isDone: boolean) => void;
  /** When it is aborted the sweep stops after the batch under way. */
  readonly signal: AbortSignal;
}

/** Rows that one transaction archives or deletes. */
const BATCH = 500;
/** After which another tenant has its turn. */
const SLICE_MS = 20_000;
const NOTHING: Swept = { restored: 0, archived: 0, deleted: 0, events: 0, withdrawn: 0 };

/**
 * Sweeps every tenant whose turn it is, in batches that may be repeated: what a worker that died had not done, or a
 * sweep that was cut off, is done by the next.
 * @throws what the stores throw; the tenant has its next turn all the same.
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
  const doneUnder: (LifecycleFacts | undefined)[] = [];
  let swept = NOTHING;
  let next = { isDone: true, mayRest: false, afterSeconds: everySeconds };
  try {
    for (const environment of ENVIRONMENTS) {
      const facts = await sweepPartition(parts, turn, { tenantId: turn.tenantId, environment }, (batch) => {
        swept = add(swept, batch);
      });
      doneUnder.push(facts);
    }
    next = { ...next, isDone: !doneUnder.includes(undefined), mayRest: doneUnder.every(hasNoPolicy) };
  } finally {
    observe(turn, swept, next.isDone);
    const scope: TenantScope = { tenantId: turn.tenantId, environment: 'live' };
    await turns.end(scope, worker, next);
  }
}

/** Whether what the last policy archived is back. */
const hasNoPolicy = (facts: LifecycleFacts | undefined): boolean =>
  facts?.organizations.every(({ policies }) => policies.length === 0) === true;

/**
 * @returns the facts under which nothing is left to do; undefined when something may be. They are read anew for each
 * batch: a policy that is gone deletes nothing more.
 */
async function sweepPartition(
  { turns, lifecycle, data, clock, worker, leaseSeconds, signal }: SweepParts,
  turn: SweepTurn,
  scope: TenantScope,
  note: (batch: Swept) => void,
): Promise<LifecycleFacts | undefined> {
  const context = systemContext(scope, newId('req'));
  const until = performance.now() + SLICE_MS;
  while (!signal.aborted && performance.now() < until) {
    if (!(await turns.keep(turn, worker, leaseSeconds))) return undefined;
    const facts = await lifecycle.facts(scope);
    const request = { facts, now: clock.now().toISOString(), limit: BATCH };
    // First what is compiled from events: nothing may be shown that rests on an event which is gone.
    const memories = await data.sweepMemories(request, context);
    note({ ...NOTHING, ...memories });
    const events = await data.sweepEvents(request, context);
    note({ ...NOTHING, events: events.deleted });
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
