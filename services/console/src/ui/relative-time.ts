const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const;

/** How long ago a time is, in words; a date if that is more than a month. */
export function relativeTime(at: Date, now: Date): string {
  let amount = (now.getTime() - at.getTime()) / 1000;
  if (amount < 10) return 'just now';
  for (const [unit, size] of STEPS) {
    if (amount < size) return WORDS.format(-Math.floor(amount), unit);
    amount /= size;
  }
  return DAY.format(at);
}
