import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import type { Arrival } from '@strata/kernel/arrival-clock';
import { captureIds, type CaptureIds } from '@strata/kernel/capture-ids';
import type { ScrubbedEvent, SentEvent } from '../scrubbing/scrub-event.ts';
import { fingerprintOf } from './fingerprint.ts';

/** An event with its permanent ids. */
export interface IdentifiedEvent extends CaptureIds {
  readonly event: AcceptedEvent;
}

/**
 * Gives an event its ids and fills in what the client left out. The agent of a bound API key takes precedence over the
 * agent that the event names.
 */
export function toAcceptedEvent(
  { input, compared, secretsReplaced, identity }: ScrubbedEvent,
  context: RequestContext,
  arrival: Arrival,
): IdentifiedEvent {
  const { agentId, namespaceId, userId, tags, occurredAt } = input.metadata ?? {};
  const ids = captureIds(context.scope, identity, { boundAgentId: context.actor.agentId, namespaceId });
  const receivedAt = arrival.at.toISOString();
  return {
    ...ids,
    event: {
      id: ids.eventId,
      type: input.type,
      sessionId: input.sessionId,
      agentId: context.actor.agentId ?? agentId ?? null,
      namespaceId: namespaceId ?? null,
      userId: userId ?? null,
      tags: tags ?? [],
      payload: input.payload,
      metadata: input.metadata ?? {},
      secretsReplaced,
      idempotencyKey: input.idempotencyKey ?? null,
      fingerprint: input.idempotencyKey === undefined ? null : fingerprintOf(compared),
      occurredAt: occurredAt === undefined ? receivedAt : new Date(occurredAt).toISOString(),
      occurredAtGiven: occurredAt !== undefined,
      receivedAt,
      arrival: arrival.order,
    },
  };
}

/** About how long an event is in a message. Placeholders may be longer than the secrets that they replace. */
export const bytesOf = (event: AcceptedEvent, { json }: SentEvent): number =>
  event.secretsReplaced === 0 ? json.length : JSON.stringify(event).length;
