/** The month of a time in UTC, as in 202611. */
export const monthOf = (time: Date): number => time.getUTCFullYear() * 100 + time.getUTCMonth() + 1;

/** The month that comes `count` months after (or, below zero, before) another one. */
export function monthAfter(month: number, count: number): number {
  const months = Math.floor(month / 100) * 12 + (month % 100) - 1 + count;
  return Math.floor(months / 12) * 100 + (months % 12) + 1;
}
