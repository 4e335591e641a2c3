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

/** A precondition with its figures: `cancel_order: get_order shows status=open for its order_id (12 of 12 calls, 9 tasks)`. */
export function preconditionWords(precondition: Precondition): string {
  const { change, argument, held, exceptions, tasks } = precondition;
  const figures = `${String(held.length)} of ${String(held.length + exceptions.length)} calls, ${String(tasks)} tasks`;
  return `${symbolLabel(change)}: ${conditionWords(precondition, `its ${argument}`)} (${figures})`;
}

/** The events that show a precondition: the reads, the changes that went through, and those that were refused. */
export const preconditionEvents = ({ held, exceptions, refused }: Precondition): string[] => [
  ...new Set([...held, ...exceptions, ...refused].flatMap(({ shownBy, act }) => [...shownBy, ...act.eventIds])),
];
