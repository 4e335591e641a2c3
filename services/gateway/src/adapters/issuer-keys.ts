import type { Clock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '@strata/platform/log/logger';
import { LRUCache } from 'lru-cache';
import type { KeysById } from './fetch-issuer-keys.ts';
import type { VerificationKey } from './verification-key.ts';

/** How an issuer's public keys are found. */
export interface KeyFinder {
  /** The key of an id; undefined when the issuer has none. Errors: `unavailable` when that cannot be known now. */
  find(kid: string): Promise<VerificationKey | undefined>;
}

export interface IssuerKeysParts {
  readonly issuer: string;
  readonly fetchKeys: () => Promise<KeysById>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** After this long the keys are fetched anew, so that one which the issuer took back stops working. */
const MAX_AGE_MS = 10 * 60_000;
/** How long known keys are believed while the issuer does not answer. */
const MAX_AGE_IN_OUTAGE_MS = 24 * 3_600_000;
/** Fetches: this many at once, then one for each interval. */
const FETCHES_AT_ONCE = 5;
const FETCH_EVERY_MS = 6_000;
/** Ids that the issuer did not know are not asked for again so soon. */
const UNKNOWN_FOR_MS = 10_000;
const MAX_UNKNOWN = 1_000;

/**
 * The keys of one issuer, fetched all at once when an id is asked for that is not among them, or when they are old. As
 * every fetch brings every key, made-up ids use up the fetches of an interval at most, never those that find a new key.
 */
export class IssuerKeys implements KeyFinder {
  readonly #parts: IssuerKeysParts;
  readonly #unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN });
  #keys: KeysById = new Map();
  #fetchedAt = -Infinity;
  #isFailing = false;
  #fetching: Promise<void> | undefined;
  /** When the next fetch would be due if none came sooner than its interval. */
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
      // An issuer that is known to be down is tried again beside the request, not before it.
      if (!this.#isFailing) await fetching;
    }
    return this.#keys.get(kid);
  }

  async #findUnknown(kid: string): Promise<VerificationKey | undefined> {
    if (this.#isFailing || this.#now() - (this.#unknown.get(kid) ?? -Infinity) >= UNKNOWN_FOR_MS) {
      const wasUnderWay = this.#fetching !== undefined;
      let wasAsked = await this.#fetch();
      // A fetch that was under way may have been answered before the key was published.
      if (wasUnderWay && !this.#isFailing && !this.#keys.has(kid)) wasAsked = await this.#fetch();
      if (wasAsked && !this.#isFailing && !this.#keys.has(kid)) this.#unknown.set(kid, this.#now());
    }
    const key = this.#keys.get(kid);
    if (key === undefined && this.#isFailing) throw unavailable('The issuer of the token');
    return key;
  }

  /** One fetch at a time, as often as is allowed; whether there was one. Never rejects. */
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
    if (this.#now() < this.#allowedAt - (FETCHES_AT_ONCE - 1) * FETCH_EVERY_MS) return false;
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
