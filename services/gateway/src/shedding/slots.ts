import { UsualTimes } from './usual-times.ts';

/** How many requests may be in progress: never fewer than `least`, `usual` while there is no overload, never more than `most`. */
export interface SlotBounds {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

/** A request that has a slot. */
export interface Occupant {
  /** How many have taken a slot, including this one; null if others were in progress when it began. */
  readonly beganAlone: number | null;
}

/** A window ends after enough time, and enough requests for a mean; or after so many usual times, in which more should have ended. */
const WINDOW_MS = 50;
const WINDOW_REQUESTS = 10;
const WINDOW_TIMES = 6;
/** Requests in progress take longer than one alone; more than this many times as long is too slow. */
const TOLERATED = 2;
/** A bound falls at once, and rises by this part of what is missing. */
const RISE = 0.5;
/** Shedding takes processor time, too: a time counts as that of a request alone if none was shed for so long. */
const CALM_MS = 1_000;
/** Under an overload of so long, the times from before say little any more, and are measured again. */
const STALE_MS = 300_000;
/** For that, one slot is left: after so long, so often, and for at most this share of the time. */
const MEASURE_AFTER_MS = 500;
const MEASURE_EVERY_MS = 5_000;
const MEASURE_SHARE = 0.05;
const MEASURED_REQUESTS = 5;
/** Without a shed request for so long, or for so many usual times if that is longer, and with a slot free, the overload is over. */
const OVER_MS = 250;
const OVER_TIMES = 6;
/** A bound falls only if no slot was free for this share of the window: otherwise few requests ended because few came. */
const FULL_SHARE = 0.5;

/**
 * The slots of one request class. A request takes a slot, or is shed if none is free. While requests are shed, there are as many
 * slots as requests end within twice the time that one takes alone: then each takes about twice as long.
 */
export class Slots {
  readonly #bounds: SlotBounds;
  readonly #now: () => number;
  readonly #times = new UsualTimes();
  #bound: number;
  #inProgress = 0;
  #taken = 0;
  /** `usualMs`: how long all requests that ended would have taken, each alone; `fullMs`: how long no slot was free. */
  #window: { readonly since: number; requests: number; usualMs: number; hasShed: boolean; fullMs: number };
  /** Until when the window's `fullMs` is counted. */
  #countedUntil: number;
  #nextMeasurement: number;
  /** From then on, the usual times are to be measured again. */
  #staleAt: number;
  /** The usual time of the request that ended last. */
  #usualMs = 0;
  #learned = 0;
  #lastShed = Number.NEGATIVE_INFINITY;
  /** When the first request was shed; undefined while there is no overload. */
  #overloadSince: number | undefined;
  #measurement: { readonly since: number } | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(bounds: SlotBounds, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
    this.#bound = bounds.usual;
    this.#window = newWindow(now());
    this.#countedUntil = now();
    this.#nextMeasurement = now();
    this.#staleAt = now();
  }

  get inProgress(): number {
    return this.#inProgress;
  }

  get bound(): number {
    return this.#measurement === undefined ? Math.round(this.#bound) : 1;
  }

  /** Undefined if no slot is free. */
  take(): Occupant | undefined {
    this.#countFull();
    if (this.#overloadSince !== undefined) this.#lookForEnd();
    if (this.#inProgress >= this.bound) {
      this.#noteShed();
      return undefined;
    }
    this.#inProgress += 1;
    this.#taken += 1;
    return { beganAlone: this.#inProgress === 1 ? this.#taken : null };
  }

  #noteShed(): void {
    this.#lastShed = this.#now();
    if (this.#overloadSince === undefined) {
      this.#overloadSince = this.#lastShed;
      // What went before says nothing about the overload: it may be a pause of minutes.
      this.#startWindow();
    }
    this.#window.hasShed = true;
    this.#endWindow();
  }

  /** Gives a slot back. `ms` is the time that the request took of the service; undefined if it says nothing about it. */
  free({ beganAlone }: Occupant, route: string, ms: number | undefined): void {
    this.pause();
    if (ms === undefined || this.#bounds.least === this.#bounds.most) return;
    if (beganAlone === this.#taken) this.#learn(route, ms);
    this.#window.requests += 1;
    const usualMs = this.#times.of(route);
    if (usualMs === undefined) this.#staleAt = this.#now();
    else this.#usualMs = usualMs;
    this.#window.usualMs += this.#usualMs;
    this.#endWindow();
  }

  /** Gives a slot back while the request waits for its client. */
  pause(): void {
    this.#countFull();
    this.#inProgress -= 1;
  }

  /** Takes it again. The request has begun, so it is not shed any more. */
  resume(): void {
    this.#countFull();
    this.#inProgress += 1;
  }

  /** Takes in the time of a request that was alone. */
  #learn(route: string, ms: number): void {
    const now = this.#now();
    const isCalm = now - this.#lastShed >= CALM_MS;
    if (!isCalm && this.#measurement === undefined) return;
    this.#times.learn(route, ms);
    if (isCalm) this.#staleAt = now + STALE_MS;
    if (this.#measurement === undefined) return;
    this.#learned += 1;
    if (this.#learned < MEASURED_REQUESTS) return;
    this.#nextMeasurement = now + Math.max(MEASURE_EVERY_MS, (now - this.#measurement.since) / MEASURE_SHARE);
    this.#staleAt = now + STALE_MS;
    this.#stopMeasuring();
  }

  /** Adds the time since the last call if no slot was free in it. */
  #countFull(): void {
    const now = this.#now();
    if (this.#inProgress >= this.bound) this.#window.fullMs += now - this.#countedUntil;
    this.#countedUntil = now;
  }

  /** Ends an overload that is over. A bound above the usual one stays while it is needed. */
  #lookForEnd(): void {
    const calmMs = this.#now() - this.#lastShed;
    if (calmMs > OVER_MS && this.#measurement !== undefined) this.#stopMeasuring();
    if (calmMs <= Math.max(OVER_MS, OVER_TIMES * this.#usualMs)) return;
    if (this.#inProgress >= Math.min(this.bound, this.#bounds.usual)) return;
    this.#bound = this.#bounds.usual;
    this.#overloadSince = undefined;
  }

  #stopMeasuring(): void {
    this.#measurement = undefined;
    this.#startWindow();
  }

  #startWindow(): void {
    this.#window = newWindow(this.#now());
  }

  #endWindow(): void {
    const { since, requests, usualMs, hasShed, fullMs } = this.#window;
    const elapsed = this.#now() - since;
    if (this.#measurement !== undefined || elapsed < WINDOW_MS) return;
    const { least, most } = this.#bounds;
    if (!hasShed || this.#overloadSince === undefined) {
      this.#startWindow();
      return;
    }
    const measureAt = Math.max(this.#staleAt, this.#nextMeasurement, this.#overloadSince + MEASURE_AFTER_MS);
    if (least < most && this.#now() >= measureAt) {
      this.#measurement = { since: this.#now() };
      this.#learned = 0;
      return;
    }
    if (requests < WINDOW_REQUESTS && elapsed < WINDOW_TIMES * this.#usualMs) return;
    const wanted = Math.min(most, Math.max(least, (TOLERATED * usualMs) / elapsed));
    if (wanted > this.#bound) this.#bound += RISE * (wanted - this.#bound);
    else if (fullMs >= FULL_SHARE * elapsed) this.#bound = wanted;
    this.#startWindow();
  }
}

const newWindow = (since: number) => ({ since, requests: 0, usualMs: 0, hasShed: false, fullMs: 0 });
