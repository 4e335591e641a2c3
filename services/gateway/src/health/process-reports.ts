import type { ProcessReport } from '@strata/contracts/calls/process';
import type { PoolCounts } from './figures.ts';

/** How long a report counts, so also that of a process that died. Long enough to miss several reports. */
const LIFE_MS = 3_000;

/** The messages that the processes of a service have taken from one command's queue. */
export interface Taken {
  readonly waiting: number;
  readonly active: number;
  readonly oldestSeconds: number;
}

/** The latest report of every process, kept for three seconds. */
export class ProcessReports {
  readonly #elapsedMs: () => number;
  readonly #latest = new Map<string, { readonly report: ProcessReport; readonly at: number }>();

  /** `elapsedMs` is a monotonic clock in milliseconds. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  record(report: ProcessReport): void {
    if (report.isLeaving) this.#latest.delete(report.instance);
    else this.#latest.set(report.instance, { report, at: this.#elapsedMs() });
  }

  /** The pools of all processes except one: the caller, which reads its own. */
  pools(except: string): PoolCounts[] {
    return this.#current().flatMap(({ instance, connections }) =>
      connections === null || instance === except ? [] : [connections],
    );
  }

  /** The messages of a command, such as `ingest.storeEvents`, that all processes together have taken. */
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
