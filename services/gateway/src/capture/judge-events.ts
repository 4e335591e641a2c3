import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { Place } from '@strata/policy/place';
import type { Decision, PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, validationError, type ErrorDetail } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { refusalOfNamedAgent } from '../acting/refuse-named-agent.ts';
import { DeniedEvents } from './denied-events.ts';

export interface JudgeParts {
  /** The policy engine of a tenant. Errors: `unavailable`. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  /** Resolves when the report can no longer be lost. Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  /** Called for events that a policy denies, with how many there are. */
  readonly onDenied: (events: number) => void;
  readonly clock: Clock;
}

/** Decides which events of one request may be written, all by the same policies and at the same time. */
export interface EventJudge {
  /**
   * Why an event is rejected: `validation_error` for a namespace that the tenant does not have, `forbidden` if the caller
   * may not act as the agent that it names, or a policy denies it. Undefined if it may be written. `count` is how often the event occurs in the request.
   */
  rejectionOf(event: AcceptedEvent, count: number): AppError | undefined;
  /**
   * Sends the denials to the audit log. To be called before anything is stored, so that a request whose denials cannot be
   * recorded can be sent again as a whole. Errors: `unavailable`.
   */
  recordDenials(): Promise<void>;
}

/** Errors: `unavailable` when the policies cannot be read: nothing may be written then. */
export type OpenEventJudge = (context: RequestContext) => Promise<EventJudge>;

type JudgedEvent = Pick<AcceptedEvent, 'namespaceId' | 'agentId' | 'tags'>;

export const createOpenEventJudge = ({ engineOf, recordAudit, onDenied, clock }: JudgeParts): OpenEventJudge =>
  async function openEventJudge(context) {
    const engine = await engineOf(context.scope);
    const now = clock.now();
    const denied = new DeniedEvents(engine);

    const decide = ({ namespaceId, agentId, tags }: JudgedEvent): Decision =>
      engine.decide({
        ...decisionContextOf(context, now, agentId),
        action: 'write',
        kind: 'event',
        item: { id: null, namespaceId, agentId, tags },
      });
    const decideOnce = memoized(decide);

    const deny = (place: Place, why: Pick<Decision, 'policy' | 'reason'>, count: number, details?: ErrorDetail[]) => {
      denied.add(place, why, count);
      onDenied(count);
      return new AppError('forbidden', `Capturing this event is denied: ${why.reason}`, { details });
    };

    return {
      rejectionOf: (event, count) => {
        if (event.namespaceId !== null && !engine.hasNamespace(event.namespaceId)) return unknownNamespace();
        const named = namedAgentOf(event);
        const refusal = refusalOfNamedAgent(engine, context.actor, named);
        if (refusal !== undefined) {
          const place = { namespaceId: event.namespaceId, agentId: named };
          const details = [{ field: AGENT_FIELD, message: refusal }];
          return deny(place, { policy: null, reason: `${AGENT_FIELD}: ${refusal}` }, count, details);
        }
        const decision = decideOnce(event);
        return decision.effect === 'allow' ? undefined : deny(event, decision, count);
      },
      recordDenials: async () => {
        const reports = denied.reports(AUDIT_ACTIONS.captureEvent, now);
        await Promise.all(reports.map((report) => recordAudit(report, context)));
      },
    };
  };

/** Decides once for events with the same place and tags, as most events of a batch have. */
function memoized(decide: (event: JudgedEvent) => Decision): (event: JudgedEvent) => Decision {
  const decisions = new Map<string, Decision>();
  return (event) => {
    const key = JSON.stringify([event.namespaceId, event.agentId, event.tags]);
    const decision = decisions.get(key) ?? decide(event);
    decisions.set(key, decision);
    return decision;
  };
}

const AGENT_FIELD = 'metadata.agentId';

/** The agent that the client named, which differs from the event's if the caller's key is bound to another. */
const namedAgentOf = ({ metadata: { agentId } }: Pick<AcceptedEvent, 'metadata'>): string | null =>
  typeof agentId === 'string' ? agentId : null;

const UNKNOWN = 'is not a namespace of this tenant';

const unknownNamespace = (): AppError =>
  validationError(`metadata.namespaceId ${UNKNOWN}`, [{ field: 'metadata.namespaceId', message: UNKNOWN }]);
