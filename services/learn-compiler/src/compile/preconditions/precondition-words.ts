import { symbolLabel } from '../sessions/symbol-label.ts';
import type { Precondition } from './find-preconditions.ts';

/**
 * The conditions as words: `get_user shows level=gold, and get_order shows status=open and kind=gift for its order_id`.
 * @param record what the changed record is called: `its order_id`
 */
export function conditionWords({ reader, conditions }: Precondition, record: string): string {
  const byReader = new Map<string, string[]>();
  for (const { field, value, shownBy = reader } of conditions)
    byReader.set(shownBy, [...(byReader.get(shownBy) ?? []), `${field}=${value}`]);
  const shows = (shownBy: string): string =>
    `${symbolLabel(shownBy)} shows ${(byReader.get(shownBy) ?? []).join(' and ')}`;
  const others = [...byReader.keys()].filter((shownBy) => shownBy !== reader);
  return [...others.map(shows), ...(byReader.has(reader) ? [`${shows(reader)} for ${record}`] : [])].join(', and ');
}

/** What a change needs: `cancel_order needs status=open`. */
export const needWords = ({ change, conditions }: Precondition): string =>
  `${symbolLabel(change)} needs ${conditions.map(({ field, value }) => `${field}=${value}`).join(' and ')}`;

/**
 * A precondition with where it is shown and its figures: `cancel_order needs status=open: see get_order for its order_id
 * (held in 12 of 12 calls, 9 tasks)`. It begins as the policy of the precondition is headed, so that a pack says it once.
 */
export function preconditionWords(precondition: Precondition): string {
  const { argument, reader, conditions, held, exceptions, tasks } = precondition;
  const shown = conditions.map(({ shownBy }) =>
    shownBy === undefined ? `${symbolLabel(reader)} for its ${argument}` : symbolLabel(shownBy),
  );
  const figures = `held in ${String(held.length)} of ${String(held.length + exceptions.length)} calls, ${String(tasks)} tasks`;
  return `${needWords(precondition)}: see ${[...new Set(shown)].join(', and ')} (${figures})`;
}

/** The events that show a precondition: the reads, the changes that went through, and those that were refused. */
export const preconditionEvents = ({ held, exceptions, refused }: Precondition): string[] => [
  ...new Set([...held, ...exceptions, ...refused].flatMap(({ shownBy, act }) => [...shownBy, ...act.eventIds])),
];
