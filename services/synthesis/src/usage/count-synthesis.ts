import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import { accessReport, type ReturnedMemory } from '@strata/policy/access-report';
import type { UsageStore } from './usage-store.ts';

interface Parts {
  readonly usage: UsageStore;
  readonly clock: Clock;
}

/** Entries beyond so many get no feedback: only the largest budgets reach them. */
const MOST_SHOWN = 1_000;

/** A pack, the ids of the entries that it shows, best first, and the memories in it and in its explanation. */
interface MadePack {
  readonly pack: { readonly packId: string; readonly totalTokens: number };
  readonly shown: readonly string[];
  readonly memories: readonly ReturnedMemory[];
}

/**
 * Counts one synthesis in the current hour (UTC), keeps its pack for feedback, and records which memories the caller gets, unless the
 * caller is the service itself. Returns false, and stores nothing, if `version` is not the last write of the tenant scope. A synthesis
 * whose caller does not wait any more, before the count or after it, is not an answer and does not count.
 * Errors: `unavailable`.
 *
 * @param version the last write that the pack takes into account; null if it was read from the database
 */
export async function countSynthesis(
  { usage, clock }: Parts,
  context: RequestContext,
  { pack: { packId, totalTokens: tokens }, shown, memories }: MadePack,
  version: string | null,
): Promise<boolean> {
  const { isAwaited = () => true } = context;
  if (!isAwaited()) throw unavailable('The caller');
  const at = clock.now();
  const isCounted = await usage.count(context, {
    at,
    packId,
    tokens,
    shown: shown.slice(0, MOST_SHOWN),
    report: accessReport(context.actor, 'synthesize', memories, at),
    version,
  });
  if (!isCounted || isAwaited()) return isCounted;
  await usage.takeBack(context.scope, { at, packId, tokens });
  throw unavailable('The caller');
}
