import { askedBy } from '@strata/policy/principal';
import { refusalOf } from '@strata/policy/denial-report';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ReadingParts } from './reading-parts.ts';

/**
 * One event, if the caller may read it. That a hidden one was asked for is put on record.
 * Errors: `not_found`; `unavailable`.
 */
export const createReadEvent =
  ({ events, bookFor, audit, clock }: ReadingParts) =>
  async (id: string, context: RequestContext): Promise<Event> => {
    const book = await bookFor(context);
    const event = await events.get(context.scope, id);
    if (event === undefined) throw notFound('The event');
    const request = { ...askedBy(context, clock.now()), action: 'read', kind: 'event', subject: event } as const;
    const refusal = refusalOf(book, request, 'event.read');
    if (refusal === null) return event;
    await audit(refusal, context);
    throw notFound('The event');
  };
