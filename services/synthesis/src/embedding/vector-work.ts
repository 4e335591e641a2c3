import type { Clock } from '@strata/kernel/clock';
import { embedDueEntries, type Progress } from './embed-due-entries.ts';
import type { Embedder, EmbeddingModel } from './embedder.ts';
import type { EntryKey, VectorModels } from './vector-models.ts';
import type { VectorQueue } from './vector-queue.ts';

/** Entries compared with their vectors in one transaction. */
const PAGE = 5_000;
const COUNT_EVERY_MS = 10_000;

export interface VectorWorkParts {
  readonly models: VectorModels;
  readonly queue: VectorQueue;
  readonly embedder: Embedder;
  /** Of each request to the provider. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly observer: VectorObserver;
}

/** What metrics show to operators. */
export interface VectorObserver {
  /** So many entries have no vector of this model when its process starts. */
  started(model: EmbeddingModel, due: number): void;
  /** So many entries wait now; counted every ten seconds. */
  counted(due: number): void;
  /** The provider rejected so many texts. */
  rejected(texts: number): void;
  /** No entry waits any more, and what other models left is deleted. Called once. */
  completed(model: EmbeddingModel): void;
}

/**
 * The work of one process on vectors, in steps: makes its model the wanted one, queues every entry whose vector is of another
 * model or text, then makes the vectors of waiting entries, batch by batch. A step that throws is repeated by the next call.
 * What is queued outlives the process.
 */
export function createVectorWork(parts: VectorWorkParts): () => Promise<Progress> {
  const { models, queue, embedder, timeoutMs, clock, observer } = parts;
  let stage: 'start' | 'queue' | 'embed' = 'start';
  let after: EntryKey | null = null;
  let isComplete = false;
  let countAgainAt = 0;

  const count = async (): Promise<number> => {
    const due = await models.countDue();
    countAgainAt = clock.now().getTime() + COUNT_EVERY_MS;
    observer.counted(due);
    return due;
  };
  const start = async (): Promise<Progress> => {
    await models.start(embedder);
    stage = 'queue';
    return 'done';
  };
  const queueOnePage = async (): Promise<Progress> => {
    after = await models.queueOutdated(embedder, after, PAGE);
    if (after !== null) return 'done';
    observer.started(embedder, await count());
    stage = 'embed';
    return 'done';
  };
  const embedOneBatch = async (): Promise<Progress> => {
    if (clock.now().getTime() >= countAgainAt) await count();
    const progress = await embedDueEntries(queue, embedder, timeoutMs, (texts) => {
      observer.rejected(texts);
    });
    if (progress !== 'idle' || isComplete || (await count()) > 0) return progress;
    await models.forgetOthers(embedder);
    isComplete = true;
    observer.completed(embedder);
    return progress;
  };
  return () => (stage === 'start' ? start() : stage === 'queue' ? queueOnePage() : embedOneBatch());
}
