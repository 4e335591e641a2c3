import { TextRejected, type Embedder } from './embedder.ts';
import type { DueEntry, EntryVector, VectorQueue } from './vector-queue.ts';

const BATCH = 100;
const LEASE_SPARE_MS = 30_000;
const FIRST_DELAY_MS = 1_000;
/** With the poll of the back-fill, less than the ten seconds within which work resumes once the provider is back. */
const LONGEST_DELAY_MS = 4_000;

/** If the provider rejects so many texts one by one and accepts none, it rejects the model or the settings, not the texts. */
const REJECTED_IN_A_ROW = 8;

/** The result of one batch: `idle` if nothing was due, `behind` if more than a batch was. */
export type Progress = 'idle' | 'done' | 'behind';

/** The vectors of a batch, and the entries whose texts the provider rejected. */
interface Embedded {
  readonly vectors: EntryVector[];
  readonly rejected: DueEntry[];
}

/**
 * Makes the vectors of one batch of waiting entries. If that fails, they wait longer each time. If the provider rejects a
 * text, only that entry is dropped, and `onRejected` gets the number of dropped entries. Errors: those of the provider,
 * after the entries were postponed, and those of the queue.
 */
export async function embedDueEntries(
  queue: VectorQueue,
  embedder: Embedder,
  timeoutMs: number,
  onRejected: (count: number) => void,
): Promise<Progress> {
  const entries = await queue.claim(embedder, BATCH, timeoutMs + LEASE_SPARE_MS);
  if (entries.length === 0) return 'idle';
  try {
    const embedded: Embedded = { vectors: [], rejected: [] };
    await embedInto(embedded, embedder, entries, timeoutMs);
    const { vectors, rejected } = embedded;
    if (vectors.length > 0) await queue.store(embedder, vectors);
    if (rejected.length > 0) {
      await queue.drop(rejected);
      onRejected(rejected.length);
    }
    return entries.length === BATCH ? 'behind' : 'done';
  } catch (error) {
    const attempts = Math.max(...entries.map((entry) => entry.attempts));
    await queue.postpone(entries, Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)));
    throw error;
  }
}

/** Embeds a batch; if the provider rejects a text in it, embeds each half. */
async function embedInto(
  embedded: Embedded,
  embedder: Embedder,
  entries: readonly DueEntry[],
  timeoutMs: number,
): Promise<void> {
  try {
    const texts = entries.map(({ text }) => text);
    const vectors = await embedder.embed(texts, timeoutMs);
    for (const [i, entry] of entries.entries()) if (vectors[i]) embedded.vectors.push({ entry, vector: vectors[i] });
  } catch (error) {
    if (!(error instanceof TextRejected)) throw error;
    if (entries.length === 1) {
      embedded.rejected.push(...entries);
      if (embedded.vectors.length === 0 && embedded.rejected.length === REJECTED_IN_A_ROW) throw error;
      return;
    }
    const middle = Math.ceil(entries.length / 2);
    await embedInto(embedded, embedder, entries.slice(0, middle), timeoutMs);
    await embedInto(embedded, embedder, entries.slice(middle), timeoutMs);
  }
}
