import type { findFingerprints } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { FingerprintClaim, FingerprintStore } from '../capture/fingerprint-store.ts';

/** Asks the event store which of these events it has. Errors: `unavailable`. */
export type FindFingerprints = (
  eventIds: string[],
  context: RequestContext,
) => Promise<z.output<typeof findFingerprints.response>>;

const MAX_BYTES = 64 * 1024 * 1024;
/** An event id, a fingerprint, and about what a map entry and a promise weigh. */
const ENTRY_BYTES = 400;

/**
 * Remembers fingerprints in this process, the recent ones; for others it asks the event store. Requests with the same
 * key that arrive together see each other's claims at once.
 */
export class MemoryFingerprintStore implements FingerprintStore {
  readonly #find: FindFingerprints;
  readonly #held = new LRUCache<string, Promise<string>>({
    maxSize: MAX_BYTES,
    sizeCalculation: () => ENTRY_BYTES,
  });

  constructor(find: FindFingerprints) {
    this.#find = find;
  }

  claim(claims: readonly FingerprintClaim[], context: RequestContext): Promise<string[]> {
    const unknown = claims.filter(({ eventId }) => !this.#held.has(eventId));
    if (unknown.length > 0) this.#lookUp(unknown, context);
    return Promise.all(
      claims.map(({ eventId, fingerprint }) => this.#held.get(eventId) ?? Promise.resolve(fingerprint)),
    );
  }

  /** Bytes in use, about, and the most there may be. */
  memory(): { used: number; max: number } {
    return { used: this.#held.calculatedSize, max: MAX_BYTES };
  }

  /** One call for all; each claim stands from now on, until the store says that another came before it. */
  #lookUp(claims: readonly FingerprintClaim[], context: RequestContext): void {
    const stored = this.#find(
      claims.map(({ eventId }) => eventId),
      context,
    ).then(({ found }) => new Map(found.map(({ eventId, fingerprint }) => [eventId, fingerprint])));
    for (const { eventId, fingerprint } of claims) {
      const first = stored.then((known) => known.get(eventId) ?? fingerprint);
      this.#held.set(eventId, first);
      first.catch(() => {
        if (this.#held.peek(eventId) === first) this.#held.delete(eventId);
      });
    }
  }
}
