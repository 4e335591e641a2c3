const COUNT = new Intl.NumberFormat('en');
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** A whole number, such as `12,345`. */
export const count = (value: number): string => COUNT.format(value);

/** A number with its noun, such as `1 event` or `2 events`. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/** A part of one, such as `42%`. */
export const share = (value: number): string => SHARE.format(value);

const STEPS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** A span of time in its largest unit, such as `3 min`. */
export function seconds(value: number): string {
  const step = STEPS.find(([size]) => value >= size);
  return step === undefined ? `${count(Math.round(value))} s` : `${count(Math.floor(value / step[0]))} ${step[1]}`;
}

/** How long the oldest of what waits has waited; undefined where nothing waits. */
export const oldestOf = (waiting: number, oldestSeconds: number): string | undefined =>
  waiting === 0 ? undefined : `the oldest for ${oldestSeconds < 1 ? 'less than 1 s' : seconds(oldestSeconds)}`;
