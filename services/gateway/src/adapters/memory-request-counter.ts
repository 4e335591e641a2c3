import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { minuteOf, type RequestCounter } from '../usage/request-counter.ts';

/** Counts in this process; what a minute held is dropped when the next begins. */
export class MemoryRequestCounter implements RequestCounter {
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #minute = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(scope: TenantScope): void {
    this.#turnOver();
    const key = keyOf(scope);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  thisMinute(scope: TenantScope): Promise<number> {
    this.#turnOver();
    return Promise.resolve(this.#counts.get(keyOf(scope)) ?? 0);
  }

  #turnOver(): void {
    const minute = minuteOf(this.#clock.now());
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts.clear();
  }
}

const keyOf = ({ tenantId, environment }: TenantScope): string => `${environment}:${tenantId}`;
