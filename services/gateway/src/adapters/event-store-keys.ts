import type { KnownFingerprint } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { FingerprintClaim } from '../capture/event-ledger.ts';

interface Found {
  readonly found: readonly KnownFingerprint[];
}

/** What the event store knows of idempotency keys. Errors: `unavailable`. */
export interface EventStoreKeys {
  /** The events that are stored or claimed, with their fingerprints. */
  readonly find: (eventIds: string[], context: RequestContext) => Promise<Found>;
  /** Claims those that are neither, and returns what is known of all of them afterwards. */
  readonly claim: (claims: FingerprintClaim[], context: RequestContext) => Promise<Found>;
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
const STORED_WITHIN_MS = 5_000;

/** Waits until all events are stored. Returns what was stored of each. Errors: `unavailable` if that takes too long. */
export async function storedFingerprints(
  { find }: Pick<EventStoreKeys, 'find'>,
  eventIds: readonly string[],
  context: RequestContext,
): Promise<ReadonlyMap<string, string | null>> {
  const stored = new Map<string, string | null>();
  const deadline = performance.now() + STORED_WITHIN_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const missing = eventIds.filter((eventId) => !stored.has(eventId));
    if (missing.length === 0) return stored;
    if (performance.now() > deadline) throw unavailable('The event store');
    const { found } = await find(missing, context);
    for (const { eventId, fingerprint, isStored } of found) if (isStored) stored.set(eventId, fingerprint);
    if (stored.size < eventIds.length) await delay(pause);
  }
}

/** The fingerprint of each known event. A deleted one has none left: it is taken to be the same event again. */
export const fingerprintsOf = (
  found: readonly KnownFingerprint[],
  claims: readonly FingerprintClaim[],
): ReadonlyMap<string, string> => {
  const sent = new Map(claims.map(({ eventId, fingerprint }) => [eventId, fingerprint]));
  return new Map(found.map(({ eventId, fingerprint }) => [eventId, fingerprint ?? sent.get(eventId) ?? '']));
};
