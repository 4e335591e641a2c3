import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { JobControl, JobWork } from '../jobs/run-jobs.ts';
import type { TakenJob } from '../jobs/job-store.ts';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { ArtifactReader } from '../reading/artifact-reader.ts';
import { compileChanges } from './compile-changes.ts';
import { digestPage } from './digest-page.ts';
import type { EventSource } from './event-source.ts';
import { linkClaims } from './link-claims.ts';
import { sendToIndex, type SearchIndex } from './send-to-index.ts';
import type { KnowledgeStore } from './knowledge-store.ts';
import { LearnReport, type LearnResult } from './learn-report.ts';
import type { LearnObserver } from './learn-observer.ts';
import type { ScopeCompiler } from './scope-compiler.ts';

export interface LearnParts {
  readonly events: EventSource;
  readonly knowledge: KnowledgeStore;
  readonly compiler: ScopeCompiler;
  readonly index: SearchIndex;
  readonly observe: LearnObserver;
  /** What the creator of a job may read. Errors: `unavailable`. */
  readonly visibleTo: (job: TakenJob) => Promise<ReadFilters>;
  readonly artifacts: Pick<ArtifactReader, 'hiddenSource'>;
}

export interface LearnLimits {
  readonly pageEvents: number;
  /** The newest steps of a learning scope that are compiled together. */
  readonly maxScopeSteps: number;
}

/** The work of the job runner: runs one learn job. */
export function learnWork(parts: LearnParts, limits: LearnLimits): JobWork {
  return async function runLearnJob(job, control) {
    const result = await learn(parts, limits, job, control);
    return { processed: result.eventsProcessed, result };
  };
}

/**
 * Digests the events that a job asks for, page by page, into memories and steps; compiles every learning scope that
 * changed; and sends all changes to the search index. Each part commits by itself and can be repeated, so a job whose
 * worker died is run again from the start.
 */
async function learn(parts: LearnParts, limits: LearnLimits, job: TakenJob, control: JobControl): Promise<LearnResult> {
  const report = new LearnReport(job.scope, await parts.visibleTo(job), parts.artifacts);
  const { result } = report;
  let isDone = false;
  try {
    await readEvents(parts, limits, job, control, report);
    await compileKnowledge(parts, limits, job, control, report);
    isDone = true;
    return result;
  } finally {
    // A lease that cannot be released, or was lost, expires by itself.
    await parts.events.release(job, isDone).catch(() => undefined);
  }
}

/** Compiles every learning scope that changed, compares new claims, and sends all changes to the search index. */
export async function compileKnowledge(
  parts: LearnParts,
  limits: LearnLimits,
  job: TakenJob,
  control: JobControl,
  report: LearnReport,
): Promise<void> {
  const { eventsProcessed } = report.result;
  await compileChanged(parts, limits, job, control, report);
  // After compiling, which finds out whom the sessions name.
  await parts.observe.time('store', () => linkClaims(parts.knowledge, job.scope, control.signal));
  control.report({ stage: 'indexing', processed: eventsProcessed, total: eventsProcessed });
  await parts.observe.time('index', () => sendToIndex(parts.knowledge, parts.index, job.scope));
}

async function readEvents(
  { events, knowledge, index, observe }: LearnParts,
  { pageEvents }: LearnLimits,
  job: TakenJob,
  control: JobControl,
  report: LearnReport,
): Promise<void> {
  const requested = job.request.options?.maxEvents ?? Number.POSITIVE_INFINITY;
  const total = Math.min(requested, await events.count(job));
  // What arrives meanwhile is for the next automatic job. Otherwise this one would not end while its sessions go on.
  const most = job.cause === 'automatic' ? total : requested;
  let claimed = 0;
  const nextPage = pager(events, job);
  // A page is sent to the index while the next one is read and digested.
  let indexing = Promise.resolve();
  try {
    while (claimed < most) {
      control.report({ stage: 'reading events', processed: report.result.eventsProcessed, total });
      control.signal.throwIfAborted();
      const wanted = Math.min(pageEvents, most - claimed);
      const page = await observe.time('claim', () => nextPage(wanted));
      if (page.length === 0) return;
      const { steps, memories, unreadable } = await observe.time('digest', () =>
        digestPage(knowledge, job.scope, page),
      );
      const saved = await observe.time('store', () => knowledge.savePage(job.scope, steps, memories));
      const ids = page.map((event) => event.id);
      await observe.time('claim', () => events.complete(job, ids));
      observe.committed({ events: page.length, memories: saved });
      claimed += page.length;
      report.countEvents(page, unreadable);
      report.countMemories(saved);
      await indexing;
      indexing = observe.time('index', () => sendToIndex(knowledge, index, job.scope));
      // A failure is thrown where it is awaited, not as an unhandled rejection before that.
      indexing.catch(() => undefined);
    }
  } finally {
    await indexing;
  }
}

/** Pages of a job's events in order of arrival, and at the end those that were stored late with an earlier `seq`. */
function pager(events: EventSource, job: TakenJob): (limit: number) => Promise<ClaimedEvent[]> {
  let afterSeq: number | undefined;
  return async (limit) => {
    let page = await events.claim(job, limit, afterSeq);
    if (page.length === 0 && afterSeq !== undefined) page = await events.claim(job, limit);
    afterSeq = page.at(-1)?.seq;
    return page;
  };
}

async function compileChanged(
  { knowledge, compiler, observe }: LearnParts,
  { maxScopeSteps }: LearnLimits,
  job: TakenJob,
  control: JobControl,
  report: LearnReport,
): Promise<void> {
  const { agentId, options } = job.request;
  const changed = await knowledge.changedScopes(job.scope, agentId);
  const shown = changed.filter((place) => report.isVisible(place));
  let done = 0;
  for (const changedScope of changed) {
    control.report({ stage: 'compiling', processed: done, total: shown.length });
    control.signal.throwIfAborted();
    const artifactType = options?.artifactType;
    const compiled = await observe.time('compile', () =>
      compileChanges(knowledge, compiler, {
        scope: job.scope,
        place: changedScope,
        maxSteps: maxScopeSteps,
        artifactType,
        signal: control.signal,
      }),
    );
    const saved = await observe.time('store', () =>
      knowledge.saveCompiled(job.scope, changedScope, compiled, artifactType),
    );
    observe.committed(saved);
    report.countMemories(saved.memories);
    await report.countArtifacts(saved.artifacts);
    if (shown.includes(changedScope)) done += 1;
  }
}
