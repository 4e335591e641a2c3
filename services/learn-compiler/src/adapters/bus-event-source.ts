import { claimEvents, completeEvents, countUncompiled } from '@strata/contracts/calls/ingest';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import type { Bus } from '@strata/platform/bus/bus';
import type { TakenJob } from '../jobs/job-store.ts';
import type { EventSource } from '../learning/event-source.ts';

/** Uncompiled events from the ingest service. Each attempt of a job holds a lease of its own. */
export function createBusEventSource(bus: Bus, leaseSeconds: number): EventSource {
  const holder = (job: TakenJob): string => `${job.id}#${String(job.attempt)}`;
  const context = (job: TakenJob): RequestContext => systemContext(job.scope, job.requestId);
  const claimScope = ({
    cause,
    request: { agentId, userId, namespaceId, sessionId, since, until, eventIds },
  }: TakenJob) => ({
    ...{ agentId, userId, namespaceId, sessionId, since, until, eventIds },
    ...(cause === 'automatic' ? { queuedSessions: true as const } : {}),
  });
  return {
    count: async (job) => {
      const { creator, scope, requestId } = job;
      const asking = creator === null ? context(job) : { scope, requestId, actor: creator };
      return (await bus.call(countUncompiled, { scope: claimScope(job) }, asking)).count;
    },
    claim: async (job, limit, afterSeq) => {
      const claim = { jobId: holder(job), scope: claimScope(job), afterSeq, limit, leaseSeconds };
      return (await bus.call(claimEvents, claim, context(job))).events;
    },
    complete: async (job, eventIds) => {
      await bus.call(completeEvents, { jobId: holder(job), eventIds: [...eventIds] }, context(job));
    },
    release: async (job, isDone) => {
      const completion = { jobId: holder(job), eventIds: [], release: true, isDone: isDone && isForAll(job) };
      await bus.call(completeEvents, completion, context(job));
    },
  };
}

/** Whether a job compiles all sessions for which an automatic job was queued. */
const isForAll = ({ cause, request }: TakenJob): boolean => cause === 'automatic' || Object.keys(request).length === 0;
