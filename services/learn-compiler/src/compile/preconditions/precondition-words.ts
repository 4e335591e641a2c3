import { symbolLabel } from '../sessions/symbol-label.ts';
import type { Precondition } from './find-preconditions.ts';

/** The conditions as words: `get_order shows status=open and kind=gift`. */
export const conditionWords = ({ reader, conditions }: Precondition): string =>
  `${symbolLabel(reader)} shows ${conditions.map(({ field, value }) => `${field}=${value}`).join(' and ')}`;

/** A precondition with its figures: `cancel_order: get_order shows status=open for its order_id (12 of 12 calls, 9 tasks)`. */
export function preconditionWords(precondition: Precondition): string {
  const { change, argument, held, exceptions, tasks } = precondition;
  const figures = `${String(held.length)} of ${String(held.length + exceptions.length)} calls, ${String(tasks)} tasks`;
  return `${symbolLabel(change)}: ${conditionWords(precondition)} for its ${argument} (${figures})`;
}

/** The events that show a precondition: the reads, the changes that went through, and those that were refused. */
export const preconditionEvents = ({ held, exceptions, refused }: Precondition): string[] => [
  ...new Set([...held, ...exceptions, ...refused].flatMap(({ shownBy, act }) => [...shownBy, ...act.eventIds])),
];
