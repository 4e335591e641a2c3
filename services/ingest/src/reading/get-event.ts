import type { RequestTo } from '@strata/contracts/operation';
import type { getEvent as getEventOperation } from '@strata/contracts/operations/events';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { denialReport } from '@strata/policy/denial-report';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';

/** One event. Errors: `not_found`, also when the caller may not read it, once the denial is recorded; `unavailable`. */
export function getEventHandler({ events, engineFor, audit, clock }: ReadingParts) {
  return async function getEvent(
    { params: { id } }: RequestTo<typeof getEventOperation>,
    context: RequestContext,
  ): Promise<Event> {
    const engine = await engineFor(context);
    const event = await events.get(context.scope, id);
    if (event === undefined) throw notFound('The event');
    const request = { ...decisionContextOf(context, clock.now()), action: 'read', kind: 'event', item: event } as const;
    const denial = denialReport(engine, request, 'event.read');
    if (denial === null) return event;
    await audit(denial, context);
    throw notFound('The event');
  };
}
