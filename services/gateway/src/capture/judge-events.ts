import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { Decision, PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, validationError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { DeniedEvents } from './denied-events.ts';

export interface JudgeParts {
  /** What is decided about the tenant's data. Errors: `unavailable`. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  /** Resolves when the audit log will have it. Errors: `unavailable`. */
  readonly tellAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  /** Called for events that a policy denies, with how many there are. */
  readonly onDenied: (events: number) => void;
  readonly clock: Clock;
}

/** Says of the events of one request which may be written, all by the same policies and at the same time. */
export interface EventJudge {
  /**
   * Why an event is refused, if it is: `validation_error` for a namespace that the tenant does not have, `forbidden` for
   * what a policy denies. `count` is how often the event stands in the request.
   */
  refusalOf(event: AcceptedEvent, count: number): AppError | undefined;
  /**
   * Tells the audit log what was denied. Before anything is taken in, so that a request which cannot be told of can be
   * sent again as a whole. Errors: `unavailable`.
   */
  tellAudit(): Promise<void>;
}

/** Errors: `unavailable` when the policies cannot be had: nothing may be written then. */
export type OpenEventJudge = (context: RequestContext) => Promise<EventJudge>;

type Place = Pick<AcceptedEvent, 'namespaceId' | 'agentId' | 'tags'>;

export const createOpenEventJudge =
  ({ engineOf, tellAudit, onDenied, clock }: JudgeParts): OpenEventJudge =>
  async (context) => {
    const engine = await engineOf(context.scope);
    const now = clock.now();
    const denied = new DeniedEvents(engine);

    const decide = ({ namespaceId, agentId, tags }: Place): Decision =>
      engine.decide({
        ...decisionContextOf(context, now, agentId),
        action: 'write',
        kind: 'event',
        item: { id: null, namespaceId, agentId, tags },
      });
    const decideOnce = onceForEach(decide);

    return {
      refusalOf: (event, count) => {
        if (event.namespaceId !== null && !engine.hasNamespace(event.namespaceId)) return unknownNamespace();
        const decision = decideOnce(event);
        if (decision.effect === 'allow') return undefined;
        denied.add(event, decision, count);
        onDenied(count);
        return new AppError('forbidden', `Capturing this event is denied: ${decision.reason}`);
      },
      tellAudit: async () => {
        const reports = denied.reports(AUDIT_ACTIONS.captureEvent, now);
        await Promise.all(reports.map((report) => tellAudit(report, context)));
      },
    };
  };

/** Most events of a batch lie in the same place. */
function onceForEach(decide: (place: Place) => Decision): (place: Place) => Decision {
  const decided = new Map<string, Decision>();
  return (place) => {
    const name = JSON.stringify([place.namespaceId, place.agentId, place.tags]);
    const known = decided.get(name);
    if (known !== undefined) return known;
    const decision = decide(place);
    decided.set(name, decision);
    return decision;
  };
}

const UNKNOWN = 'is not a namespace of this tenant';

const unknownNamespace = (): AppError =>
  validationError(`metadata.namespaceId ${UNKNOWN}`, [{ field: 'metadata.namespaceId', message: UNKNOWN }]);
