import type { Figures } from './load/ledger.ts';

const NAME_WIDTH = 24;

export interface FaultFigures {
  readonly figures: Figures;
  /** How long the fault lasted, with what it took to begin and to end it. */
  readonly lastedMs: number;
  /** From its end until the system was healthy; undefined if that took too long. */
  readonly healthyMs: number | undefined;
  /** From the end of the load until every accepted event was stored. */
  readonly storedMs: number;
}

/** One line about one fault. */
export function describeFigures(name: string, { figures, lastedMs, healthyMs, storedMs }: FaultFigures): string {
  const statuses = [...figures.statuses].sort(([a], [b]) => a.localeCompare(b));
  const requests = statuses.reduce((sum, [, count]) => sum + count, 0);
  const answers = statuses.map(([status, count]) => `${count} × ${status}`).join(', ');
  const health = healthyMs === undefined ? 'not healthy in time' : `healthy after ${inSeconds(healthyMs)}`;
  return [
    `${name.padEnd(NAME_WIDTH)} ${inSeconds(lastedMs)}`,
    `${requests} requests (${answers}), slowest ${inSeconds(figures.slowestMs)}`,
    health,
    `${figures.accepted} events accepted, stored after ${inSeconds(storedMs)}`,
  ].join('; ');
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
