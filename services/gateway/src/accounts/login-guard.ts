import { rateLimited } from '@strata/kernel/errors';
import type { OpenWindowCounter, WindowCount, WindowCounter } from '../limits/window-counter.ts';
import { InFlight } from './in-flight.ts';

const WINDOW_SECONDS = 15 * 60;
const REMEMBERED_SECONDS = 30 * 24 * 3600;

/**
 * Failures in one window, of a pair of account and address, of an account from all addresses, and of an address: from the
 * first number on, a pair is delayed; from the others on, logins are rejected.
 */
const PAIR_DELAYED_FROM = 5;
const MAX_PAIR = 10;
const MAX_ACCOUNT = 50;
const MAX_ADDRESS = 100;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 4_000;
/** Maximum number of requests that wait at once; further ones are rejected instead. */
const MAX_WAITING = 200;

/** The pseudonyms of the account and the address of a login. An address is that of a household, not of a device. */
export interface LoginAttempt {
  readonly account: string;
  readonly address: string;
}

export interface LoginGuardParts {
  readonly openCounter: OpenWindowCounter;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called with each rejected attempt. */
  readonly onRejected: () => void;
}

/**
 * Keeps passwords from being guessed. Failures of one account from one address are delayed more and more, and then rejected
 * until their window closes. That is the only limit for a user who logged in to the account from the same address within
 * 30 days. All others are also limited by the failures from their address, and by the failures of the account from all
 * addresses. So a stranger can never lock the owner out. Rejected attempts do not count, so they do not
 * prolong a rejection.
 */
export class LoginGuard {
  readonly #pairs: WindowCounter;
  readonly #accounts: WindowCounter;
  readonly #addresses: WindowCounter;
  readonly #successes: WindowCounter;
  readonly #parts: LoginGuardParts;
  readonly #inFlight = new InFlight();
  #waiting = 0;

  constructor(parts: LoginGuardParts) {
    this.#parts = parts;
    this.#pairs = parts.openCounter('login-pair', WINDOW_SECONDS);
    this.#accounts = parts.openCounter('login-account', WINDOW_SECONDS);
    this.#addresses = parts.openCounter('login-address', WINDOW_SECONDS);
    this.#successes = parts.openCounter('login-success', REMEMBERED_SECONDS);
  }

  /**
   * Runs `check` within the limits. Undefined counts as a failure, another result as a success, an error as neither.
   * Errors: `rate_limited`, without a check; those of the check.
   */
  async attempt<T>(attempt: LoginAttempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const pair = pairOf(attempt);
    const failures = await this.#enter(attempt, pair);
    try {
      await this.#delay(failures);
      const result = await check();
      await (result === undefined ? this.#failed(attempt, pair) : this.succeeded(attempt));
      return result;
    } finally {
      this.#inFlight.leave(pair);
    }
  }

  /** Records a successful login. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    const pair = pairOf(attempt);
    // The thirty days start again.
    await Promise.all([this.#pairs.forget(pair), this.#successes.forget(pair)]);
    await this.#successes.add(pair);
  }

  /** Attempts in flight count as failures until they have ended, so that attempts in parallel allow no more guesses. */
  async #enter(attempt: LoginAttempt, pair: string): Promise<number> {
    for (;;) {
      const [ofPair, ofAccount, ofAddress] = await Promise.all([
        this.#pairs.read(pair),
        this.#accounts.read(attempt.account),
        this.#addresses.read(attempt.address),
      ]);
      if (ofPair.count >= MAX_PAIR) throw this.#rejection(ofPair.resetMs);
      const usedUp = [...ifUsedUp(ofAccount, MAX_ACCOUNT), ...ifUsedUp(ofAddress, MAX_ADDRESS)];
      if (usedUp.length > 0 && (await this.#successes.read(pair)).count === 0)
        throw this.#rejection(Math.max(...usedUp.map(({ resetMs }) => resetMs)));
      if (this.#inFlight.enter(pair, MAX_PAIR - ofPair.count)) return ofPair.count;
      await this.#wait(() => this.#inFlight.whenAnyEnds(pair));
    }
  }

  async #delay(failures: number): Promise<void> {
    if (failures < PAIR_DELAYED_FROM) return;
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - PAIR_DELAYED_FROM));
    await this.#wait(() => this.#parts.pause(delayMs));
  }

  async #wait(wait: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw this.#rejection(LONGEST_DELAY_MS);
    this.#waiting += 1;
    try {
      await wait();
    } finally {
      this.#waiting -= 1;
    }
  }

  async #failed({ account, address }: LoginAttempt, pair: string): Promise<void> {
    await Promise.all([this.#pairs.add(pair), this.#accounts.add(account), this.#addresses.add(address)]);
  }

  #rejection(resetMs: number): Error {
    this.#parts.onRejected();
    return rateLimited('Too many failed logins', resetMs);
  }
}

const pairOf = ({ account, address }: LoginAttempt): string => `${account}:${address}`;

const ifUsedUp = (window: WindowCount, max: number): WindowCount[] => (window.count >= max ? [window] : []);
