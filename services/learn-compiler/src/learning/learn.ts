import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { JobControl } from '../jobs/run-jobs.ts';
import type { TakenJob } from '../jobs/job-store.ts';
import type { ArtifactType, CompiledScope, SessionSteps } from '../compile/types.ts';
import { digestPage } from './digest-page.ts';
import type { EventSource } from './event-source.ts';
import { tellIndex, type SearchIndex } from './tell-index.ts';
import type { ArtifactChanges, KnowledgeStore, MemoryChanges } from './knowledge-store.ts';
import type { LearnObserver } from './learn-observer.ts';
import { ownArtifacts, ownMemories } from './own-drafts.ts';

/** Compiles one scope's sessions, off the thread that answers. */
export type Compiler = (sessions: SessionSteps[], artifactType: ArtifactType | undefined) => Promise<CompiledScope>;

export interface LearnParts {
  readonly events: EventSource;
  readonly knowledge: KnowledgeStore;
  readonly compile: Compiler;
  readonly index: SearchIndex;
  readonly observe: LearnObserver;
}

export interface LearnLimits {
  readonly pageEvents: number;
  /** The newest steps of a scope that are compiled together. */
  readonly maxScopeSteps: number;
}

export interface LearnResult extends Record<string, unknown> {
  eventsProcessed: number;
  /** Events that no memory or step could be read from because reading them failed. */
  unreadableEvents: number;
  memories: MemoryChanges;
  artifacts: ArtifactChanges;
}

/**
 * One learn job: reads the events of its scope page by page into memories and steps, compiles every scope that
 * changed, and has the search index know it all before it ends. Every part commits for itself and may be repeated, so
 * a job that dies is simply run again.
 */
export async function learn(
  parts: LearnParts,
  limits: LearnLimits,
  job: TakenJob,
  control: JobControl,
): Promise<LearnResult> {
  const result: LearnResult = {
    eventsProcessed: 0,
    unreadableEvents: 0,
    memories: { created: 0, updated: 0 },
    artifacts: { created: 0, updated: 0, deactivated: 0 },
  };
  try {
    await readEvents(parts, limits, job, control, result);
    await compileChanged(parts, limits, job, control, result);
    control.report({ stage: 'indexing', processed: result.eventsProcessed, total: result.eventsProcessed });
    await parts.observe.time('index', () => tellIndex(parts.knowledge, parts.index, job.scope));
    return result;
  } finally {
    // A lease that cannot be given back, or was lost, runs out by itself.
    await parts.events.release(job).catch(() => undefined);
  }
}

async function readEvents(
  { events, knowledge, index, observe }: LearnParts,
  { pageEvents }: LearnLimits,
  job: TakenJob,
  control: JobControl,
  result: LearnResult,
): Promise<void> {
  const most = job.request.options?.maxEvents ?? Number.POSITIVE_INFINITY;
  const total = Math.min(most, await events.count(job));
  const nextPage = pager(events, job);
  // The index hears of a page while the next one is read and digested.
  let telling = Promise.resolve();
  try {
    while (result.eventsProcessed < most) {
      control.report({ stage: 'reading events', processed: result.eventsProcessed, total });
      control.signal.throwIfAborted();
      const wanted = Math.min(pageEvents, most - result.eventsProcessed);
      const page = await observe.time('claim', () => nextPage(wanted));
      if (page.length === 0) return;
      const { steps, memories, unreadable } = await observe.time('digest', () => digestPage(job.scope, page));
      const saved = await observe.time('store', () => knowledge.savePage(job.scope, steps, memories));
      const ids = page.map((event) => event.id);
      await observe.time('claim', () => events.complete(job, ids));
      observe.committed({ events: page.length, memories: saved });
      result.memories = addMemories(result.memories, saved);
      result.eventsProcessed += page.length;
      result.unreadableEvents += unreadable.length;
      await telling;
      telling = observe.time('index', () => tellIndex(knowledge, index, job.scope));
      // Its failure counts where it is awaited, not before.
      telling.catch(() => undefined);
    }
  } finally {
    await telling;
  }
}

/** Pages of a job's events in order of arrival, and at the end those that were stored late with an earlier place. */
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
  { knowledge, compile, observe }: LearnParts,
  { maxScopeSteps }: LearnLimits,
  job: TakenJob,
  control: JobControl,
  result: LearnResult,
): Promise<void> {
  const { agentId, options } = job.request;
  const changed = await knowledge.changedScopes(job.scope, agentId);
  for (const [done, owner] of changed.entries()) {
    control.report({ stage: 'compiling', processed: done, total: changed.length });
    control.signal.throwIfAborted();
    const compiled = await observe.time('compile', async () =>
      compile(await knowledge.sessions(job.scope, owner, maxScopeSteps), options?.artifactType),
    );
    const owned = {
      artifacts: ownArtifacts(job.scope, owner, compiled.artifacts),
      memories: ownMemories(job.scope, owner, compiled.memories),
    };
    const saved = await observe.time('store', () =>
      knowledge.saveCompiled(job.scope, owner, owned, options?.artifactType),
    );
    observe.committed(saved);
    result.memories = addMemories(result.memories, saved.memories);
    result.artifacts = addArtifacts(result.artifacts, saved.artifacts);
  }
}

const addMemories = (a: MemoryChanges, b: MemoryChanges): MemoryChanges => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
});

const addArtifacts = (a: ArtifactChanges, b: ArtifactChanges): ArtifactChanges => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  deactivated: a.deactivated + b.deactivated,
});
