import { decisionContextOf } from '@strata/policy/principal';
import { denialReport } from '@strata/policy/denial-report';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ReadingParts } from './reading-parts.ts';

/**
 * One event, if the caller may read it. That a hidden one was asked for is put on record.
 * Errors: `not_found`; `unavailable`.
 */
export const createReadEvent =
  ({ events, engineFor, audit, clock }: ReadingParts) =>
  async (id: string, context: RequestContext): Promise<Event> => {
    const engine = await engineFor(context);
    const event = await events.get(context.scope, id);
    if (event === undefined) throw notFound('The event');
    const request = { ...decisionContextOf(context, clock.now()), action: 'read', kind: 'event', item: event } as const;
    const refusal = denialReport(engine, request, 'event.read');
    if (refusal === null) return event;
    await audit(refusal, context);
    throw notFound('The event');
  };
