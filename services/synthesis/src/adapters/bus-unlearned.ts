import { eventsErased, eventsStored } from '@strata/contracts/calls/ingest';
import { findUnlearned } from '@strata/contracts/calls/learn';
import type { Bus } from '@strata/platform/bus/bus';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type { FindUnlearned } from '../synthesis/unlearned.ts';
import { createFindUnlearned, type ScopeStates, type UnlearnedOutcome } from '../unlearned/ask-for-unlearned.ts';
import { createPrepareUnlearned } from './prepare-unlearned.ts';

const MAX_SCOPES = 10_000;

/** Reads from the learn-compiler what is not in the search index yet. */
export async function createBusUnlearned(bus: Bus, metrics: Metrics): Promise<FindUnlearned> {
  const lookups = metrics.counter({
    name: 'strata_synthesize_unlearned_total',
    help: 'Synthesize requests by what became of looking for captured texts that are not learned yet.',
    labels: ['outcome'],
  });
  const states: ScopeStates = new LRUCache<string, NonNullable<ReturnType<ScopeStates['get']>>>(
    entriesUpTo(MAX_SCOPES),
  );
  let prepare = createPrepareUnlearned();
  const unlearned = createFindUnlearned({
    states,
    ask: (request, context) => bus.call(findUnlearned, request, context),
    prepare: (memory) => prepare(memory),
    now: () => performance.now(),
    observe: (outcome: UnlearnedOutcome) => {
      lookups.add({ outcome });
    },
  });
  await bus.subscribe(eventsStored, (_news, { scope }) => {
    unlearned.eventsStored(scope);
    return Promise.resolve();
  });
  await bus.subscribe(eventsErased, () => {
    // What it has kept can be of erased events.
    prepare = createPrepareUnlearned();
    return Promise.resolve();
  });
  return unlearned.find;
}
