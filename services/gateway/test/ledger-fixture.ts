import { systemContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { newId } from '@strata/kernel/ids';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { silentLogger } from '@strata/testkit/test-logger';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';
import type { MonthlyQuota, ReservationRequest, ReservationResult } from '../src/capture/event-ledger.ts';
import { EventStoreFixture } from './event-store-fixture.ts';

export const REDIS_URL = process.env['REDIS_URL'] ?? '';
const scope = { tenantId: newId('ten'), environment: 'live' } as const;
export const context = systemContext(scope, 'req_1');

export const claimOf = (key: string, fingerprint = 'a') => ({ eventId: captureIds(scope, key).eventId, fingerprint });
export const newQuota = (limit: number): MonthlyQuota => ({
  key: `live:${newId('ten')}:2026-03`,
  limit,
  endsAt: new Date(Date.now() + 24 * 3600 * 1000),
});
export const unkeyed = (quota: MonthlyQuota, count: number): ReservationRequest => ({
  claims: [],
  unkeyed: count,
  quota,
});
export const named = (quota: MonthlyQuota | null, ...claims: ReservationRequest['claims']): ReservationRequest => ({
  claims,
  unkeyed: 0,
  quota,
});
export const reserved = (charged: number, ...fingerprints: string[]): ReservationResult => ({
  outcome: 'reserved',
  fingerprints,
  charged,
});

export const open = async (
  stack: CloseStack,
  redisUrl?: string,
  store = new EventStoreFixture(),
): Promise<SharedState> => {
  const state = openSharedState(stack, { redisUrl, keys: store, sentMs: 0, logger: silentLogger });
  await eventually(() => state.figures());
  await settle(state, store);
  return state;
};

/** Captures an event up to its storing, after which the ledger knows that nothing earlier is on its way. */
export const settle = async ({ events }: SharedState, store: EventStoreFixture): Promise<void> => {
  const claim = claimOf(newId('evt'));
  await events.reserve(named(null, claim), context);
  store.store(claim);
  await events.confirm([claim.eventId], context);
};
