import type { ProcessReport } from '@strata/contracts/calls/process';
import type { PoolCounts } from './figures.ts';

/** How long a report counts, so also that of a process that died. Long enough to miss several reports. */
const LIFE_MS = 3_000;

/** The messages that the processes of a service have taken from one command's queue. */
export interface Taken {
  readonly waiting: number;
  readonly active: number;
  /** The same in units of work, such as events, and the mean of the messages that were taken last. */
  readonly units: { readonly waiting: number; readonly active: number; readonly perMessage: number };
  readonly oldestSeconds: number;
}

/** The latest report of every process, kept for three seconds. */
export class ProcessReports {
  readonly #elapsedMs: () => number;
  readonly #perMessage = new Map<string, number>();
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

  /**
   * The messages of a command, such as `ingest.storeEvents`, that all processes together have taken. Without a process that takes
   * them, the mean is the last one known.
   */
  taken(command: string): Taken {
    const reports = this.#current().flatMap(({ consumers }) => consumers[command] ?? []);
    const inUnits = reports.map(({ waiting, active, units = { waiting, active, perMessage: 1 } }) => units);
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    if (inUnits.length > 0)
      this.#perMessage.set(command, sum(inUnits.map(({ perMessage }) => perMessage)) / inUnits.length);
    return {
      waiting: sum(reports.map(({ waiting }) => waiting)),
      active: sum(reports.map(({ active }) => active)),
      units: {
        waiting: sum(inUnits.map(({ waiting }) => waiting)),
        active: sum(inUnits.map(({ active }) => active)),
        perMessage: this.#perMessage.get(command) ?? 1,
      },
      oldestSeconds: Math.max(0, ...reports.map(({ oldestSeconds }) => oldestSeconds)),
    };
  }

  #current(): ProcessReport[] {
    const oldest = this.#elapsedMs() - LIFE_MS;
    for (const [instance, { at }] of this.#latest) if (at < oldest) this.#latest.delete(instance);
    return [...this.#latest.values()].map(({ report }) => report);
  }
}
