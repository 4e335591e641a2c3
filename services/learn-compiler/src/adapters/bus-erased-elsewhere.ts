import { eraseEvents, findErasedEvents, reopenEvents } from '@strata/contracts/calls/ingest';
import { eraseEntries } from '@strata/contracts/calls/synthesis';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import type { Bus } from '@strata/platform/bus/bus';
import type { ErasedElsewhere } from '../erasing/erase.ts';
import type { TakenJob } from '../jobs/job-store.ts';

const REOPENED_AT_ONCE = 1000;
const IDS_AT_ONCE = 10_000;

/** Erases at ingest and synthesis, over the bus. */
export function createBusErasedElsewhere(bus: Bus): ErasedElsewhere {
  const context = ({ scope, requestId }: TakenJob): RequestContext => systemContext(scope, requestId);
  return {
    findEvents: async (job, { jobId, subject, until }, limit) => {
      const request = { jobId, subject, until: until.toISOString(), limit };
      return (await bus.call(findErasedEvents, request, context(job))).eventIds;
    },
    eraseEvents: async (job, eventIds) =>
      (await bus.call(eraseEvents, { jobId: job.id, eventIds: [...eventIds] }, context(job))).erased,
    reopenEvents: async (job, eventIds) => {
      for (let from = 0; from < eventIds.length; from += REOPENED_AT_ONCE)
        await bus.call(reopenEvents, { eventIds: eventIds.slice(from, from + REOPENED_AT_ONCE) }, context(job));
    },
    eraseEntries: async (job, { subject, until }, ids) => {
      const total = { entries: 0, packs: 0, remaining: 0 };
      for (let from = 0; from === 0 || from < ids.length; from += IDS_AT_ONCE) {
        const request = { subject, until: until.toISOString(), ids: ids.slice(from, from + IDS_AT_ONCE) };
        const { entries, packs, remaining } = await bus.call(eraseEntries, request, context(job));
        total.entries += entries;
        total.packs += packs;
        total.remaining = remaining;
      }
      return total;
    },
  };
}
