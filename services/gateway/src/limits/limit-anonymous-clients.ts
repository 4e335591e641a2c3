import type { Clock } from '@strata/kernel/clock';
import { admissionOf, isOver, WINDOW_SECONDS, type Admission, type WindowUse } from './admission.ts';
import type { OpenWindowCounter, WindowCount, WindowCounter } from './window-counter.ts';

/** The credentials that were valid recently. */
export interface KnownCredentials {
  has(authorization: string): boolean;
  add(authorization: string): void;
}

export interface AnonymousLimitsParts {
  readonly openCounter: OpenWindowCounter;
  /** The name of an address in the counter. All addresses of one IPv6 network of 64 bits have the same name. */
  readonly nameOf: (ip: string) => string;
  /** Requests a minute per address. */
  readonly rate: number;
  readonly known: KnownCredentials;
  readonly onHit: () => void;
  readonly clock: Clock;
}

/**
 * The limit of clients without a valid credential, per address. A window that is used up is remembered here until it
 * closes, so a rejection needs no lookup, neither of the window nor of the credential.
 */
export class AnonymousLimits {
  readonly #parts: AnonymousLimitsParts;
  readonly #windows: WindowCounter;
  /** When each used-up window closes, by the name of its address, in milliseconds of `performance.now()`. */
  readonly #usedUp = new Map<string, number>();

  constructor(parts: AnonymousLimitsParts) {
    this.#parts = parts;
    this.#windows = parts.openCounter('requests-address', WINDOW_SECONDS);
  }

  /** Counts one request. */
  async admit(ip: string): Promise<Admission> {
    const name = this.#parts.nameOf(ip);
    const rejected = this.#rejectRemembered(name);
    if (rejected !== undefined) return rejected;
    const use = this.#useOf(await this.#windows.add(name));
    if (use.count >= this.#parts.rate) this.#remember(name, use.resetMs);
    return this.#judge(use);
  }

  /** Reads what an address has left. Neither counts nor rejects. */
  async peek(ip: string): Promise<Admission> {
    const { headers } = admissionOf(await this.#windows.read(this.#parts.nameOf(ip)).then(this.#useOf), this.#now);
    return { headers, rejection: undefined };
  }

  /**
   * Rejects a request whose address has used up its window, before its credential is checked. Undefined for any other
   * request, and for a credential that was valid recently: its owner may share the address with an attacker.
   */
  rejectUsedUp(ip: string, authorization: string | undefined): Admission | undefined {
    if (this.#usedUp.size === 0) return undefined;
    if (authorization !== undefined && this.#parts.known.has(authorization)) return undefined;
    return this.#rejectRemembered(this.#parts.nameOf(ip));
  }

  /** Remembers a credential that was just found valid. */
  recordValid(authorization: string): void {
    this.#parts.known.add(authorization);
  }

  get #now(): Date {
    return this.#parts.clock.now();
  }

  readonly #useOf = (window: WindowCount): WindowUse => ({
    ...window,
    limit: 'address',
    allowance: { rate: this.#parts.rate, burst: 0 },
  });

  #judge(use: WindowUse): Admission {
    if (isOver(use)) this.#parts.onHit();
    return admissionOf(use, this.#now);
  }

  #rejectRemembered(name: string): Admission | undefined {
    const resetMs = (this.#usedUp.get(name) ?? 0) - performance.now();
    return resetMs > 0 ? this.#judge(this.#useOf({ count: this.#parts.rate + 1, resetMs })) : undefined;
  }

  #remember(name: string, resetMs: number): void {
    const now = performance.now();
    for (const [other, closesAt] of this.#usedUp) if (closesAt <= now) this.#usedUp.delete(other);
    this.#usedUp.set(name, now + resetMs);
  }
}
