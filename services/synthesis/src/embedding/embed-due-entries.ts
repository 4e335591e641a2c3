import { TextRejected, type Embedder } from './embedder.ts';
import type { DueEntry, EntryVector, VectorQueue } from './vector-queue.ts';

const BATCH = 100;
const LEASE_SPARE_MS = 30_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10 * 60_000;

/** The result of one batch: `idle` if nothing was due. */
export type Progress = 'idle' | 'done' | 'failed';

/**
 * Makes the vectors of one batch of waiting entries. If the provider fails, they wait longer each time. If it rejects a
 * text, only that entry is dropped. Errors: those of the queue.
 */
export async function embedDueEntries(queue: VectorQueue, embedder: Embedder, timeoutMs: number): Promise<Progress> {
  const entries = await queue.claim(BATCH, timeoutMs + LEASE_SPARE_MS);
  if (entries.length === 0) return 'idle';
  try {
    const { vectors, rejected } = await embedAll(embedder, entries, timeoutMs);
    if (vectors.length > 0) await queue.store(embedder.model, vectors);
    if (rejected.length > 0) await queue.drop(rejected);
    return 'done';
  } catch {
    const attempts = Math.max(...entries.map((entry) => entry.attempts));
    await queue.postpone(entries, Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)));
    return 'failed';
  }
}

async function embedAll(
  embedder: Embedder,
  entries: readonly DueEntry[],
  timeoutMs: number,
): Promise<{ vectors: EntryVector[]; rejected: DueEntry[] }> {
  try {
    const vectors = await embedder.embed(
      entries.map(({ text }) => text),
      timeoutMs,
    );
    return {
      vectors: entries.flatMap((entry, i) => (vectors[i] ? [{ entry, vector: vectors[i] }] : [])),
      rejected: [],
    };
  } catch (error) {
    if (!(error instanceof TextRejected)) throw error;
    if (entries.length === 1) return { vectors: [], rejected: [...entries] };
    const middle = Math.ceil(entries.length / 2);
    const first = await embedAll(embedder, entries.slice(0, middle), timeoutMs);
    const second = await embedAll(embedder, entries.slice(middle), timeoutMs);
    return { vectors: [...first.vectors, ...second.vectors], rejected: [...first.rejected, ...second.rejected] };
  }
}
