/**
 * `seq` of an event is its month, as in 202611, times this number, plus a number below it. It fits into a double. What was
 * stored before the table had months has a `seq` below this number.
 */
const EVENTS_OF_A_MONTH = 10_000_000_000;

/** The condition for events that were stored before the table had months; only they have an index over their ids. */
export const BEFORE_MONTHS = `seq < ${String(EVENTS_OF_A_MONTH)}`;

/** The smallest `seq` of a month. */
export const firstSeqIn = (month: number): number => month * EVENTS_OF_A_MONTH;

/** The month of a `seq`; 0 for what was stored before the table had months. */
export const monthOfSeq = (seq: number): number => Math.floor(seq / EVENTS_OF_A_MONTH);

/** SQL for the smallest `seq` of the events that are stored now: those of the last month with a partition until `month`. */
export const firstSeqOf = (month: string): string =>
  `(select coalesce(max(month), 0) * ${String(EVENTS_OF_A_MONTH)} from event_months where month <= ${month})`;
