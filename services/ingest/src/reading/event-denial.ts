import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { denialOf, denialReport } from '@strata/policy/denial-report';
import { passes } from '@strata/policy/filter';
import { decisionContextOf } from '@strata/policy/principal';
import { visibleEvents, type VisibilityParts } from './visible-events.ts';

const BEHIND_HIDDEN_MEMORY = 'A memory that was compiled from it is hidden';

/** The denial of reading an event, for the audit log; null if the caller may read it. Errors: `unavailable`. */
export async function eventDenial(
  parts: VisibilityParts,
  context: RequestContext,
  event: Event,
): Promise<AuditReport | null> {
  const engine = await parts.engineFor(context);
  const now = parts.clock.now();
  const request = { ...decisionContextOf(context, now), action: 'read', kind: 'event', item: event } as const;
  const denial = denialReport(engine, request, 'event.read');
  if (denial !== null) return denial;
  const visible = await visibleEvents(parts, context, { eventIds: [event.id] });
  return passes(visible, event) ? null : denialOf(event, BEHIND_HIDDEN_MEMORY, 'event.read', now);
}
