import { TextRejected, type Embedder } from './embedder.ts';
import type { DueEntry, EntryVector, VectorQueue } from './vector-queue.ts';

const BATCH = 100;
const LEASE_SPARE_MS = 30_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10 * 60_000;

/** What became of one batch. */
export type Progress = 'idle' | 'done' | 'failed';

/**
 * Makes the vectors of one batch of waiting entries. When the provider fails, they wait longer each time; what it refuses is given up, text
 * by text, so that one bad text harms no other.
 * @returns `idle` when nothing was due.
 * @throws what the queue throws.
 */
export async function embedDueEntries(queue: VectorQueue, embedder: Embedder, timeoutMs: number): Promise<Progress> {
  const entries = await queue.claim(BATCH, timeoutMs + LEASE_SPARE_MS);
  if (entries.length === 0) return 'idle';
  try {
    const { vectors, refused } = await embedAll(embedder, entries, timeoutMs);
    if (vectors.length > 0) await queue.store(embedder.model, vectors);
    if (refused.length > 0) await queue.drop(refused);
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
): Promise<{ vectors: EntryVector[]; refused: DueEntry[] }> {
  try {
    const vectors = await embedder.embed(
      entries.map(({ text }) => text),
      timeoutMs,
    );
    return { vectors: entries.flatMap((entry, i) => (vectors[i] ? [{ entry, vector: vectors[i] }] : [])), refused: [] };
  } catch (error) {
    if (!(error instanceof TextRejected)) throw error;
    if (entries.length === 1) return { vectors: [], refused: [...entries] };
    const middle = Math.ceil(entries.length / 2);
    const first = await embedAll(embedder, entries.slice(0, middle), timeoutMs);
    const second = await embedAll(embedder, entries.slice(middle), timeoutMs);
    return { vectors: [...first.vectors, ...second.vectors], refused: [...first.refused, ...second.refused] };
  }
}
