import type { JobControl, JobWork } from '../jobs/run-jobs.ts';
import type { TakenJob } from '../jobs/job-store.ts';
import { compileKnowledge, type LearnLimits, type LearnParts } from '../learning/learn.ts';
import { LearnReport } from '../learning/learn-report.ts';
import type { ErasedBatch, Erasure, ErasureStore } from './erasure-store.ts';

/** The other services, which store the events and the search index. */
export interface ErasedElsewhere {
  /** At most `limit` events that are left. */
  findEvents(job: TakenJob, erasure: Erasure, limit: number): Promise<readonly string[]>;
  /** Returns how many events the erasure has deleted so far. */
  eraseEvents(job: TakenJob, eventIds: readonly string[]): Promise<number>;
  /** Makes events uncompiled. */
  reopenEvents(job: TakenJob, eventIds: readonly string[]): Promise<void>;
  eraseEntries(
    job: TakenJob,
    erasure: Erasure,
    ids: readonly string[],
  ): Promise<{ readonly entries: number; readonly packs: number; readonly remaining: number }>;
}

export interface ErasureParts extends LearnParts {
  readonly erasures: ErasureStore;
  readonly elsewhere: ErasedElsewhere;
  /** Records the end of an erasure in the audit log, once however often it is called. Errors: `unavailable`. */
  readonly recordErased: (job: TakenJob, changes: Record<string, unknown>) => Promise<void>;
}

/** Events that are erased in one transaction. */
const BATCH = 500;

/**
 * The work of the job runner: runs one erasure. No learn job of the tenant scope is active meanwhile. Each part commits by
 * itself and can be repeated, so an erasure whose worker died goes on where it was. The events go last, since what is left is
 * found by them. Ends once a check has found nothing.
 */
export function eraseWork(parts: ErasureParts, limits: LearnLimits): JobWork {
  return async function runErasure(job, control) {
    const { erasures, elsewhere } = parts;
    const { scope } = job;
    const erasure = await erasures.get(scope, job.id);
    const events = await eraseAll(parts, job, erasure, control);
    const report = new LearnReport(scope, await parts.visibleTo(job), parts.artifacts);
    await compileKnowledge(parts, limits, job, control, report);
    control.report({ stage: 'checking', processed: events, total: events });
    // What was on its way to the index is there now.
    const { remaining: indexEntries, ...last } = await elsewhere.eraseEntries(job, erasure, []);
    await erasures.erase(scope, job.id, NOTHING, { indexEntries: last.entries, packs: last.packs });
    const left = await elsewhere.findEvents(job, erasure, BATCH);
    const remaining = { events: left.length, ...(await erasures.remaining(scope, erasure)), indexEntries };
    if (Object.values(remaining).some((count) => count > 0))
      throw new Error(`An erasure left something: ${JSON.stringify(remaining)}`);
    const removed = await erasures.removed(scope, job.id, events);
    const result = { subject: erasure.description, removed, remaining };
    await parts.recordErased(job, result);
    return { processed: events, result };
  };
}

const NOTHING: ErasedBatch = { eventIds: [], memoryIds: [], survivors: [] };

/** Erases batch by batch, and returns how many events that were. */
async function eraseAll(parts: ErasureParts, job: TakenJob, erasure: Erasure, control: JobControl): Promise<number> {
  const { erasures, elsewhere } = parts;
  let events = await elsewhere.eraseEvents(job, []);
  for (;;) {
    control.report({ stage: 'erasing', processed: events, total: null });
    control.signal.throwIfAborted();
    const found = await elsewhere.findEvents(job, erasure, BATCH);
    const batch =
      found.length > 0
        ? await erasures.restingOn(job.scope, found)
        : await erasures.leftOver(job.scope, erasure, BATCH);
    if (batch.eventIds.length + batch.memoryIds.length === 0) return events;
    await eraseBatch(parts, job, erasure, batch);
    events = await elsewhere.eraseEvents(job, batch.eventIds);
  }
}

async function eraseBatch(
  { erasures, elsewhere }: ErasureParts,
  job: TakenJob,
  erasure: Erasure,
  batch: ErasedBatch,
): Promise<void> {
  // Before the links to them are gone.
  if (batch.survivors.length > 0) await elsewhere.reopenEvents(job, batch.survivors);
  const ids = [...batch.memoryIds, ...batch.eventIds];
  const { entries, packs } = await elsewhere.eraseEntries(job, erasure, ids);
  await erasures.erase(job.scope, job.id, batch, { indexEntries: entries, packs });
}
