import type { ProcessReport } from '@strata/contracts/calls/process';
import type { PoolCounts } from './figures.ts';

/** Several reports may be missed; a process that died is counted for no longer. */
const LIFE_MS = 3_000;

/** What the processes of a service have taken of one command's queue. */
export interface Taken {
  readonly waiting: number;
  readonly active: number;
  readonly oldestSeconds: number;
}

/** The latest report of every process, for a few seconds. */
export class ProcessReports {
  readonly #elapsedMs: () => number;
  readonly #latest = new Map<string, { readonly report: ProcessReport; readonly at: number }>();

  /** @param elapsedMs a clock that only goes forward, in milliseconds */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  take(report: ProcessReport): void {
    if (report.isLeaving) this.#latest.delete(report.instance);
    else this.#latest.set(report.instance, { report, at: this.#elapsedMs() });
  }

  /** The pools of all processes but one, which knows its own better. */
  pools(except: string): PoolCounts[] {
    return this.#current().flatMap(({ instance, connections }) =>
      connections === null || instance === except ? [] : [connections],
    );
  }

  /** What all processes together have taken of a command, such as `ingest.storeEvents`. */
  taken(command: string): Taken {
    return this.#current()
      .flatMap(({ consumers }) => consumers[command] ?? [])
      .reduce<Taken>(
        (sum, { waiting, active, oldestSeconds }) => ({
          waiting: sum.waiting + waiting,
          active: sum.active + active,
          oldestSeconds: Math.max(sum.oldestSeconds, oldestSeconds),
        }),
        { waiting: 0, active: 0, oldestSeconds: 0 },
      );
  }

  #current(): ProcessReport[] {
    const oldest = this.#elapsedMs() - LIFE_MS;
    for (const [instance, { at }] of this.#latest) if (at < oldest) this.#latest.delete(instance);
    return [...this.#latest.values()].map(({ report }) => report);
  }
}
