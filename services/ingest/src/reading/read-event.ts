import { principalOf } from '@strata/contracts/policies/policy-book';
import { auditOfRefusal } from '@strata/contracts/policies/refusal';
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
    const { scope, actor } = context;
    const book = await bookFor(context);
    const event = await events.get(scope, id);
    if (event === undefined) throw notFound('The event');
    const at = clock.now();
    const asked = { principal: principalOf(actor), environment: scope.environment, now: at };
    const decision = book.decide({ ...asked, action: 'read', kind: 'event', subject: event });
    if (decision.effect === 'allow') return event;
    await audit(auditOfRefusal({ action: 'event.read', resourceId: id, place: event, decision, at }), context);
    throw notFound('The event');
  };
