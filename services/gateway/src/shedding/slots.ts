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
const TOLERATED = 3;
/** A bound falls at once, and rises by this part of what is missing. */
const RISE = 0.5;
/** Time in which an unused bound returns to its usual value. */
const RETURN_MS = 400;
/** Under overload no request is alone by itself. After so long, so often, and for at most this share of the time, one slot is left. */
const MEASURE_AFTER_MS = 500;
const MEASURE_EVERY_MS = 5_000;
const MEASURE_SHARE = 0.05;
const MEASURED_REQUESTS = 5;
/** Without a shed request for so long there is no overload in which to measure. */
const OVER_MS = 250;

/**
 * The slots of one request class. A request takes a slot, or is shed if none is free. While requests are shed, there are as many
 * slots as requests end within three times the time that one takes alone: then each takes about three times as long.
 */
export class Slots {
  readonly #bounds: SlotBounds;
  readonly #now: () => number;
  readonly #times = new UsualTimes();
  #bound: number;
  #inProgress = 0;
  #taken = 0;
  /** `usualMs`: how long all requests that ended would have taken, each alone. */
  #window: { readonly since: number; requests: number; usualMs: number; isFull: boolean };
  #nextMeasurement: number;
  /** The usual time of the request that ended last. */
  #usualMs = 0;
  #learned = 0;
  #lastShed = Number.NEGATIVE_INFINITY;
  #fullSince: number | undefined;
  #measurement: { readonly since: number } | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(bounds: SlotBounds, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
    this.#bound = bounds.usual;
    this.#window = { since: now(), requests: 0, usualMs: 0, isFull: false };
    this.#nextMeasurement = now();
  }

  get inProgress(): number {
    return this.#inProgress;
  }

  get bound(): number {
    return this.#measurement === undefined ? Math.round(this.#bound) : 1;
  }

  /** Undefined if no slot is free. */
  take(): Occupant | undefined {
    if (this.#measurement !== undefined && this.#now() - this.#lastShed > OVER_MS) this.#stopMeasuring();
    if (this.#inProgress >= this.bound) {
      this.#window.isFull = true;
      this.#lastShed = this.#now();
      this.#fullSince ??= this.#lastShed;
      this.#endWindow();
      return undefined;
    }
    this.#inProgress += 1;
    this.#taken += 1;
    return { beganAlone: this.#inProgress === 1 ? this.#taken : null };
  }

  /** Gives a slot back. `ms` is the time that the request took of the service; undefined if it says nothing about it. */
  free({ beganAlone }: Occupant, route: string, ms: number | undefined): void {
    this.pause();
    if (ms === undefined || this.#bounds.least === this.#bounds.most) return;
    if (beganAlone === this.#taken) this.#learn(route, ms);
    this.#window.requests += 1;
    this.#usualMs = this.#times.of(route) ?? this.#usualMs;
    this.#window.usualMs += this.#usualMs;
    this.#endWindow();
  }

  /** Gives a slot back while the request waits for its client. */
  pause(): void {
    this.#inProgress -= 1;
  }

  /** Takes it again. The request has begun, so it is not shed any more. */
  resume(): void {
    this.#inProgress += 1;
  }

  #learn(route: string, ms: number): void {
    this.#times.learn(route, ms);
    this.#learned += 1;
    if (this.#learned < MEASURED_REQUESTS) return;
    const took = this.#measurement === undefined ? 0 : this.#now() - this.#measurement.since;
    if (this.#measurement !== undefined) this.#stopMeasuring();
    this.#learned = 0;
    this.#nextMeasurement = this.#now() + Math.max(MEASURE_EVERY_MS, took / MEASURE_SHARE);
  }

  #stopMeasuring(): void {
    this.#measurement = undefined;
    this.#startWindow();
  }

  #startWindow(): void {
    this.#window = { since: this.#now(), requests: 0, usualMs: 0, isFull: false };
  }

  #endWindow(): void {
    const { since, requests, usualMs, isFull } = this.#window;
    const elapsed = this.#now() - since;
    if (this.#measurement !== undefined || elapsed < WINDOW_MS) return;
    const { least, usual, most } = this.#bounds;
    if (!isFull || this.#fullSince === undefined) {
      this.#fullSince = undefined;
      this.#bound += (usual - this.#bound) * Math.min(1, elapsed / RETURN_MS);
      this.#startWindow();
      return;
    }
    if (least < most && this.#now() >= Math.max(this.#nextMeasurement, this.#fullSince + MEASURE_AFTER_MS)) {
      this.#measurement = { since: this.#now() };
      this.#learned = 0;
      return;
    }
    if (requests < WINDOW_REQUESTS && elapsed < WINDOW_TIMES * this.#usualMs) return;
    const wanted = Math.min(most, Math.max(least, (TOLERATED * usualMs) / elapsed));
    this.#bound = wanted < this.#bound ? wanted : this.#bound + RISE * (wanted - this.#bound);
    this.#startWindow();
  }
}
