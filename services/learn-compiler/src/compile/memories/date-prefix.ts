import type { CapturedEvent } from '../types.ts';
import { longDate } from './relative-dates.ts';

/** `[8 May 2023] ` where the client gave the time, else nothing: times of arrival say nothing about what happened. */
export function datePrefix(event: CapturedEvent): string {
  const at = new Date(event.occurredAt);
  return event.occurredAtGiven && !Number.isNaN(at.getTime()) ? `[${longDate(at)}] ` : '';
}
