import type { Clock } from '@strata/kernel/clock';
import { admissionOf, isOver, WINDOW_SECONDS, type Admission, type WindowUse } from './admission.ts';
import type { OpenWindowCounter, WindowCount, WindowCounter } from './window-counter.ts';

/** Remembers which credentials were good lately. */
export interface KnownCredentials {
  has(authorization: string): boolean;
  add(authorization: string): void;
}

export interface AnonymousLimitsParts {
  readonly openCounter: OpenWindowCounter;
  /** What stands for an address in the counter; one name for all the addresses that a household may choose from. */
  readonly nameOf: (ip: string) => string;
  /** Requests a minute of one address. */
  readonly rate: number;
  readonly known: KnownCredentials;
  readonly onHit: () => void;
  readonly clock: Clock;
}

/**
 * The limit of callers who show no valid credential, by address. A window that is used up is remembered here until it
 * closes: refusing costs no look-up, neither of the window nor of the credential.
 */
export class AnonymousLimits {
  readonly #parts: AnonymousLimitsParts;
  readonly #windows: WindowCounter;
  /** When windows that are used up close, by name; milliseconds of `performance.now()`. */
  readonly #usedUp = new Map<string, number>();

  constructor(parts: AnonymousLimitsParts) {
    this.#parts = parts;
    this.#windows = parts.openCounter('requests-address', WINDOW_SECONDS);
  }

  /** Counts one request. */
  async admit(ip: string): Promise<Admission> {
    const name = this.#parts.nameOf(ip);
    const held = this.#heldBack(name);
    if (held !== undefined) return held;
    const use = this.#useOf(await this.#windows.add(name));
    if (use.count >= this.#parts.rate) this.#remember(name, use.resetMs);
    return this.#judge(use);
  }

  /** What an address has left, without counting or refusing. */
  async peek(ip: string): Promise<Admission> {
    const { headers } = admissionOf(await this.#windows.read(this.#parts.nameOf(ip)).then(this.#useOf), this.#now);
    return { headers, rejection: undefined };
  }

  /**
   * The refusal of a request whose address has used up its window, before its credential is looked at; undefined for
   * any other, and for a credential that was good lately: who shares an address with an attacker is still let in.
   */
  rejectUsedUp(ip: string, authorization: string | undefined): Admission | undefined {
    if (this.#usedUp.size === 0) return undefined;
    if (authorization !== undefined && this.#parts.known.has(authorization)) return undefined;
    return this.#heldBack(this.#parts.nameOf(ip));
  }

  /** The credential was good just now. */
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

  #heldBack(name: string): Admission | undefined {
    const resetMs = (this.#usedUp.get(name) ?? 0) - performance.now();
    return resetMs > 0 ? this.#judge(this.#useOf({ count: this.#parts.rate + 1, resetMs })) : undefined;
  }

  #remember(name: string, resetMs: number): void {
    const now = performance.now();
    for (const [other, closesAt] of this.#usedUp) if (closesAt <= now) this.#usedUp.delete(other);
    this.#usedUp.set(name, now + resetMs);
  }
}
