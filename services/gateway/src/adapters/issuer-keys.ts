import type { Clock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '@strata/platform/log/logger';
import { LRUCache } from 'lru-cache';
import type { KeysById } from './fetch-issuer-keys.ts';
import type { VerificationKey } from './verification-key.ts';

/** Finds an issuer's public keys. */
export interface KeyFinder {
  /** The key with this id, or undefined if the issuer has none. Errors: `unavailable` if the keys cannot be read now. */
  find(kid: string): Promise<VerificationKey | undefined>;
}

export interface IssuerKeysParts {
  readonly issuer: string;
  readonly fetchKeys: () => Promise<KeysById>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Older keys are fetched again, so that a withdrawn key stops working. */
const MAX_AGE_MS = 10 * 60_000;
/** How long known keys are used while the issuer does not respond. */
const MAX_AGE_IN_OUTAGE_MS = 24 * 3_600_000;
/** So many fetches in a row, then one per interval. */
const FETCH_BURST = 5;
const FETCH_EVERY_MS = 6_000;
/** An id that the issuer did not have causes no other fetch for this long. */
const UNKNOWN_FOR_MS = 10_000;
const MAX_UNKNOWN = 1_000;

/**
 * The keys of one issuer. All of them are fetched when an unknown id is requested, or when they are old. Made-up ids can use
 * up the allowed fetches, but every fetch returns all keys, so a new key is still found with the next one.
 */
export class IssuerKeys implements KeyFinder {
  readonly #parts: IssuerKeysParts;
  readonly #unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN });
  #keys: KeysById = new Map();
  #fetchedAt = -Infinity;
  #isFailing = false;
  #fetching: Promise<void> | undefined;
  /** When a fetch would be due if they came at even intervals: the state of `#mayFetch`. */
  #allowedAt = -Infinity;

  constructor(parts: IssuerKeysParts) {
    this.#parts = parts;
  }

  async find(kid: string): Promise<VerificationKey | undefined> {
    if (this.#age() > MAX_AGE_IN_OUTAGE_MS) this.#keys = new Map();
    return this.#keys.has(kid) ? this.#findKnown(kid) : this.#findUnknown(kid);
  }

  async #findKnown(kid: string): Promise<VerificationKey | undefined> {
    if (this.#age() > MAX_AGE_MS) {
      const fetching = this.#fetch();
      // While the issuer is known to be down, the request does not wait for the next attempt.
      if (!this.#isFailing) await fetching;
    }
    return this.#keys.get(kid);
  }

  async #findUnknown(kid: string): Promise<VerificationKey | undefined> {
    if (this.#isFailing || this.#now() - (this.#unknown.get(kid) ?? -Infinity) >= UNKNOWN_FOR_MS) {
      const wasFetching = this.#fetching !== undefined;
      let wasFetched = await this.#fetch();
      // The running fetch may have been served before the key was published.
      if (wasFetching && !this.#isFailing && !this.#keys.has(kid)) wasFetched = await this.#fetch();
      if (wasFetched && !this.#isFailing && !this.#keys.has(kid)) this.#unknown.set(kid, this.#now());
    }
    const key = this.#keys.get(kid);
    if (key === undefined && this.#isFailing) throw unavailable('The issuer of the token');
    return key;
  }

  /** Fetches if the rate allows it, one fetch at a time. Returns whether there was a fetch. Never rejects. */
  async #fetch(): Promise<boolean> {
    if (this.#fetching === undefined && this.#mayFetch()) {
      this.#fetching = this.#replaceKeys().finally(() => {
        this.#fetching = undefined;
      });
    }
    const fetching = this.#fetching;
    await fetching;
    return fetching !== undefined;
  }

  async #replaceKeys(): Promise<void> {
    const { issuer, fetchKeys, logger } = this.#parts;
    try {
      this.#keys = await fetchKeys();
      this.#fetchedAt = this.#now();
      if (this.#isFailing) logger.info('The keys of an issuer can be fetched again', { issuer });
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.warn('The keys of an issuer cannot be fetched', { issuer, error });
      this.#isFailing = true;
    }
  }

  /** The generic cell rate algorithm. */
  #mayFetch(): boolean {
    if (this.#now() < this.#allowedAt - (FETCH_BURST - 1) * FETCH_EVERY_MS) return false;
    this.#allowedAt = Math.max(this.#now(), this.#allowedAt) + FETCH_EVERY_MS;
    return true;
  }

  #age(): number {
    return this.#now() - this.#fetchedAt;
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }
}
