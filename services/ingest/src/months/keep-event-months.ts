import type { Clock } from '@strata/kernel/clock';
import type { EventMonths } from './event-months.ts';
import { monthAfter, monthOf } from './month.ts';

export interface KeepEventMonthsParts {
  readonly months: EventMonths;
  readonly clock: Clock;
  /** Months that get a partition before they begin. */
  readonly ahead: number;
  readonly splitAfterDays: number;
  /** Receives the months that have a partition, at the end of each round. */
  readonly show: (months: readonly number[]) => void;
  readonly observeDropped: () => void;
}

/**
 * Makes the partitions of this and the next months, and drops those of past months whose events have all been deleted. Any
 * number of processes may do so at once. What fails is done in a later round; events of a month without a partition are
 * stored in that of an earlier one. Errors: `unavailable`.
 */
export async function keepEventMonths(parts: KeepEventMonthsParts): Promise<void> {
  const { months, clock, ahead, splitAfterDays, show, observeDropped } = parts;
  const present = monthOf(clock.now());
  if (!(await months.split(splitAfterDays))) return;
  const known = new Set(await months.list());
  for (let count = 0; count <= ahead; count += 1) {
    const month = monthAfter(present, count);
    if (!known.has(month)) await months.make(month);
  }
  // A write that began in the last month may still be running, on a machine with another clock.
  for (const month of known) if (month < monthAfter(present, -1) && (await months.drop(month))) observeDropped();
  show(await months.list());
}
