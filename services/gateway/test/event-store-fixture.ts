import type { KnownFingerprint } from '@strata/contracts/calls/ingest';
import type { EventStoreKeys } from '../src/adapters/event-store-keys.ts';
import type { FingerprintClaim } from '../src/capture/event-ledger.ts';

/** The event store as the ledgers know it: what is claimed, and what is stored. */
export class EventStoreFixture implements EventStoreKeys {
  readonly #claims = new Map<string, string>();
  readonly #stored = new Map<string, string | null>();

  /** Stores an event unless it is stored already, as the event store does with a message from its queue. */
  store({ eventId, fingerprint }: { readonly eventId: string; readonly fingerprint: string | null }): void {
    if (!this.#stored.has(eventId)) this.#stored.set(eventId, fingerprint);
  }

  readonly find = async (eventIds: readonly string[]): Promise<{ found: KnownFingerprint[] }> => ({
    found: eventIds.flatMap((eventId): KnownFingerprint[] => {
      const stored = this.#stored.get(eventId);
      if (stored !== undefined) return [{ eventId, fingerprint: stored, isStored: true }];
      const claimed = this.#claims.get(eventId);
      return claimed === undefined ? [] : [{ eventId, fingerprint: claimed, isStored: false }];
    }),
  });

  readonly claim = async (claims: readonly FingerprintClaim[]): Promise<{ found: KnownFingerprint[] }> => {
    for (const { eventId, fingerprint } of claims)
      if (!this.#stored.has(eventId) && !this.#claims.has(eventId)) this.#claims.set(eventId, fingerprint);
    return this.find(claims.map(({ eventId }) => eventId));
  };
}
