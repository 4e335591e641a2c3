import type { Item } from '@strata/client/strata';

export type Job = Item<'listJobs'>;

const NAMES: Readonly<Record<Job['type'], string>> = {
  capture: 'Capture',
  learn: 'Learn',
  erasure: 'Erasure',
  export: 'Export',
};

export const jobName = ({ type }: Pick<Job, 'type'>): string => NAMES[type];

/** Whether it may still change. */
export const isOpen = ({ status }: Pick<Job, 'status'>): boolean => status === 'queued' || status === 'active';

/** How far it is, such as `compiling, 120 of 240`. Empty before it starts and after its end. */
export function progressText({ status, progress: { stage, processed, total } }: Job): string {
  if (status !== 'active') return '';
  // It may run before it says anything else.
  if (stage === 'queued') return 'starting';
  return total === null ? stage : `${stage}, ${String(processed)} of ${String(total)}`;
}

/** How long it took, in seconds; so far, if it runs. Undefined before it starts. */
export function secondsOf({ startedAt, finishedAt }: Job, now = Date.now()): number | undefined {
  if (startedAt === null) return undefined;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  return Math.max(0, end - Date.parse(startedAt)) / 1000;
}

const isCounts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The figures of a result that are not 0, in words such as `memories created: 3`. */
export function resultFigures(result: Job['result'], before = ''): readonly (readonly [string, number])[] {
  return Object.entries(result ?? {}).flatMap(([name, value]) => {
    const words = `${before}${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
    if (typeof value === 'number') return value === 0 ? [] : [[words, value] as const];
    return isCounts(value) ? resultFigures(value, `${words} `) : [];
  });
}
