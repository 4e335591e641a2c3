import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { longDate } from '../dates/relative-dates.ts';

/** `[8 May 2023] ` if the client sent the time, else nothing: the time of arrival says nothing about when it happened. */
export function datePrefix(event: ClaimedEvent): string {
  const at = new Date(event.occurredAt);
  return event.occurredAtGiven && !Number.isNaN(at.getTime()) ? `[${longDate(at)}] ` : '';
}
