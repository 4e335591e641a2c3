import type { PolicyEngine } from './policy-engine.ts';

/** A snapshot confirmed less than this many milliseconds ago is used without asking. */
const FRESH_MS = 1_000;
/** From this age on it is confirmed in the background, so that the next request need not wait. */
const REFRESH_MS = 500;
/** How long a confirmed snapshot is used while enterprise-org does not respond. */
const KEPT_MS = 10_000;
/** A request waits for at most this many refreshes that a change overtakes. The one after that began later than the request, so its result is good enough. */
const MAX_OVERTAKEN = 3;

/** The policy facts of one tenant at one version, as an engine. */
export interface PolicySnapshot {
  readonly version: string;
  readonly engine: PolicyEngine;
  /** Number of facts. */
  readonly size: number;
}

/** Reads the current snapshot. Returns `known` itself if nothing has changed. */
export type ReadSnapshot = (known: PolicySnapshot | undefined) => Promise<PolicySnapshot>;

/** One reading of the facts. The age of its result counts from `startedAt`. */
interface Refresh {
  readonly startedAt: number;
  /** Undefined if the facts could not be read. Never rejects. */
  readonly result: Promise<PolicySnapshot | undefined>;
  /** The facts changed while it was running, so its result may be out of date. */
  isOvertaken: boolean;
}

/** Keeps one tenant's snapshot and refreshes it. `now` is a monotonic clock in milliseconds. */
export class CachedEngine {
  readonly #read: ReadSnapshot;
  readonly #now: () => number;
  #snapshot: PolicySnapshot | undefined;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #refresh: Refresh | undefined;

  constructor(read: ReadSnapshot, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** The engine to decide with; undefined if no snapshot is recent enough. */
  async current(): Promise<PolicyEngine | undefined> {
    for (let overtaken = 0; ; overtaken += 1) {
      const usable = this.#usable();
      if (usable !== undefined) return usable.engine;
      const refresh = this.#running() ?? this.#start();
      const snapshot = await refresh.result;
      if (!refresh.isOvertaken) return (snapshot ?? this.#kept())?.engine;
      if (overtaken === MAX_OVERTAKEN) return snapshot?.engine;
    }
  }

  /** The facts changed: the snapshot is not used again before it is confirmed. */
  invalidate(): void {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
    if (this.#refresh !== undefined) this.#refresh.isOvertaken = true;
    this.#refresh = undefined;
  }

  /** The snapshot, if it can be used without waiting: just confirmed or, while enterprise-org is away, recently confirmed. */
  #usable(): PolicySnapshot | undefined {
    const age = this.#now() - this.#confirmedAt;
    const isUsable = age < FRESH_MS || this.#now() - this.#failedAt < FRESH_MS;
    if (!isUsable || this.#kept() === undefined) return undefined;
    if (age >= REFRESH_MS && this.#refresh === undefined) this.#start();
    return this.#snapshot;
  }

  #kept(): PolicySnapshot | undefined {
    return this.#now() - this.#confirmedAt <= KEPT_MS ? this.#snapshot : undefined;
  }

  /** The running refresh, unless it started so long ago that its result would be too old. */
  #running(): Refresh | undefined {
    const refresh = this.#refresh;
    return refresh !== undefined && this.#now() - refresh.startedAt < FRESH_MS ? refresh : undefined;
  }

  #start(): Refresh {
    const startedAt = this.#now();
    const settle = (snapshot: PolicySnapshot | undefined): PolicySnapshot | undefined => {
      // Overtaken by a change, or by a later refresh.
      if (this.#refresh !== refresh) return snapshot;
      this.#refresh = undefined;
      if (snapshot === undefined) {
        this.#failedAt = this.#now();
        return undefined;
      }
      this.#snapshot = snapshot;
      this.#confirmedAt = startedAt;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return snapshot;
    };
    const result = this.#read(this.#snapshot).then(settle, () => settle(undefined));
    const refresh: Refresh = { startedAt, result, isOvertaken: false };
    this.#refresh = refresh;
    return refresh;
  }
}
