import { rateLimited } from '@strata/kernel/errors';
import type { OpenWindowCounter, WindowCount, WindowCounter } from '../limits/window-counter.ts';
import { InFlight } from './in-flight.ts';

const WINDOW_SECONDS = 15 * 60;
const REMEMBERED_SECONDS = 30 * 24 * 3600;

/** Failures in one window. Of a pair of account and address, of an account from everywhere, of an address. */
const PAIR_SLOWED_FROM = 5;
const PAIR_MOST = 10;
const ACCOUNT_MOST = 50;
const ADDRESS_MOST = 100;

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 4_000;
/** Requests that are held back at once; whoever comes on top of that is refused instead. */
const MOST_HELD_BACK = 200;

/** Who tries to sign in as whom, by names that say nothing: `address` is that of a household, not of a device. */
export interface LoginAttempt {
  readonly account: string;
  readonly address: string;
}

export interface LoginGuardParts {
  readonly openCounter: OpenWindowCounter;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called with each rejected attempt. */
  readonly onRejected: () => void;
}

/**
 * Keeps passwords from being guessed: failures of one account from one address are answered later and later and then
 * refused until their window closes. Whoever signed in to the account from the same address within 30 days is held to
 * that alone; others also to what fails from the address, and for the account from everywhere, so that a stranger can
 * never lock the owner out. Refused attempts count nothing, so no window is kept closed by them.
 */
export class LoginGuard {
  readonly #pairs: WindowCounter;
  readonly #accounts: WindowCounter;
  readonly #addresses: WindowCounter;
  readonly #successes: WindowCounter;
  readonly #parts: LoginGuardParts;
  readonly #underWay = new InFlight();
  #heldBack = 0;

  constructor(parts: LoginGuardParts) {
    this.#parts = parts;
    this.#pairs = parts.openCounter('login-pair', WINDOW_SECONDS);
    this.#accounts = parts.openCounter('login-account', WINDOW_SECONDS);
    this.#addresses = parts.openCounter('login-address', WINDOW_SECONDS);
    this.#successes = parts.openCounter('login-success', REMEMBERED_SECONDS);
  }

  /**
   * Has `check` tell whether the attempt is right: undefined is a failure, an error is neither.
   * @throws AppError `rate_limited` without a check; what the check throws.
   */
  async attempt<T>(attempt: LoginAttempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const pair = pairOf(attempt);
    const failures = await this.#enter(attempt, pair);
    try {
      await this.#slowDown(failures);
      const result = await check();
      await (result === undefined ? this.#failed(attempt, pair) : this.succeeded(attempt));
      return result;
    } finally {
      this.#underWay.leave(pair);
    }
  }

  /** Somebody signed in. */
  async succeeded(attempt: LoginAttempt): Promise<void> {
    const pair = pairOf(attempt);
    // The thirty days begin anew.
    await Promise.all([this.#pairs.forget(pair), this.#successes.forget(pair)]);
    await this.#successes.add(pair);
  }

  /** Attempts under way are held to be failures until they have ended: many at once are no more guesses than one by one. */
  async #enter(attempt: LoginAttempt, pair: string): Promise<number> {
    for (;;) {
      const [ofPair, ofAccount, ofAddress] = await Promise.all([
        this.#pairs.read(pair),
        this.#accounts.read(attempt.account),
        this.#addresses.read(attempt.address),
      ]);
      if (ofPair.count >= PAIR_MOST) throw this.#refusal(ofPair.resetMs);
      const closed = [...closedAt(ofAccount, ACCOUNT_MOST), ...closedAt(ofAddress, ADDRESS_MOST)];
      if (closed.length > 0 && (await this.#successes.read(pair)).count === 0)
        throw this.#refusal(Math.max(...closed.map(({ resetMs }) => resetMs)));
      if (this.#underWay.enter(pair, PAIR_MOST - ofPair.count)) return ofPair.count;
      await this.#holdBack(() => this.#underWay.whenAnyEnds(pair));
    }
  }

  async #slowDown(failures: number): Promise<void> {
    if (failures < PAIR_SLOWED_FROM) return;
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - PAIR_SLOWED_FROM));
    await this.#holdBack(() => this.#parts.pause(delayMs));
  }

  async #holdBack(wait: () => Promise<void>): Promise<void> {
    if (this.#heldBack >= MOST_HELD_BACK) throw this.#refusal(LONGEST_DELAY_MS);
    this.#heldBack += 1;
    try {
      await wait();
    } finally {
      this.#heldBack -= 1;
    }
  }

  async #failed({ account, address }: LoginAttempt, pair: string): Promise<void> {
    await Promise.all([this.#pairs.add(pair), this.#accounts.add(account), this.#addresses.add(address)]);
  }

  #refusal(resetMs: number): Error {
    this.#parts.onRejected();
    return rateLimited('Too many failed sign-ins', resetMs);
  }
}

const pairOf = ({ account, address }: LoginAttempt): string => `${account}:${address}`;

const closedAt = (window: WindowCount, most: number): WindowCount[] => (window.count >= most ? [window] : []);
