import type { captureBatch } from '@strata/contracts/operations/capture';
import type { RequestContext } from '@strata/kernel/actor';
import { newBatchId } from '@strata/kernel/capture-ids';
import { AppError, conflict } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { CaptureParts } from './accept-event.ts';
import { CONFLICT_MESSAGE } from './accept-event.ts';
import { toAcceptedEvent, type IdentifiedEvent } from './accepted-event.ts';
import { checkEvent } from './check-event.ts';
import { chunkEvents } from './chunk-events.ts';
import type { FingerprintStore } from './fingerprint-store.ts';

type BatchReceipt = z.input<typeof captureBatch.response>;

/** An event of the batch, once for each distinct id, with every position at which it stands. */
interface Candidate extends IdentifiedEvent {
  readonly bytes: number;
  readonly positions: number[];
}

/**
 * Takes a batch in: each event is judged alone, and what is wrong with one refuses no other. Events that could not be
 * handed on are reported as `unavailable`, unless that is all of them.
 * Errors: `unavailable`.
 */
export const createAcceptBatch =
  (parts: CaptureParts) =>
  async (inputs: readonly unknown[], context: RequestContext): Promise<BatchReceipt> => {
    const outcome = new BatchOutcome(inputs.length);
    const checked = checkAll(inputs, context, parts.arrive, outcome);
    const accepted = await withoutConflicts(checked, parts.fingerprints, context, outcome);
    const batchId = newBatchId(context.scope);
    await storeAll(accepted, batchId, parts, context, outcome);
    return outcome.receipt(batchId);
  };

/** The answer by position, as it fills. */
class BatchOutcome {
  readonly #eventIds: (string | null)[];
  readonly #faults = new Map<number, AppError>();

  constructor(total: number) {
    this.#eventIds = new Array<null>(total).fill(null);
  }

  accept({ positions, eventId }: Candidate): void {
    for (const position of positions) this.#eventIds[position] = eventId;
  }

  refuse(positions: readonly number[], error: AppError): void {
    for (const position of positions) this.#faults.set(position, error);
  }

  receipt(batchId: string): BatchReceipt {
    const total = this.#eventIds.length;
    const faults = [...this.#faults].sort(([a], [b]) => a - b);
    return {
      batchId,
      queued: total - faults.length,
      errors: faults.length,
      total,
      eventIds: this.#eventIds,
      errorDetails: faults.map(([index, { code, message, details }]) => ({
        index,
        code,
        message,
        details: details ?? [],
      })),
    };
  }
}

function checkAll(
  inputs: readonly unknown[],
  context: RequestContext,
  arrive: CaptureParts['arrive'],
  outcome: BatchOutcome,
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const [position, value] of inputs.entries()) {
    try {
      const { input, bytes } = checkEvent(value);
      const identified = toAcceptedEvent(input, context, arrive());
      const twin = candidates.get(identified.eventId);
      if (twin === undefined) candidates.set(identified.eventId, { ...identified, bytes, positions: [position] });
      else if (twin.event.fingerprint === identified.event.fingerprint) twin.positions.push(position);
      else throw conflict(CONFLICT_MESSAGE);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refuse([position], error);
    }
  }
  return [...candidates.values()];
}

async function withoutConflicts(
  candidates: readonly Candidate[],
  fingerprints: FingerprintStore,
  context: RequestContext,
  outcome: BatchOutcome,
): Promise<Candidate[]> {
  const claims = candidates.flatMap(({ eventId, event: { fingerprint } }) =>
    fingerprint === null ? [] : [{ eventId, fingerprint }],
  );
  if (claims.length === 0) return [...candidates];
  const held = await fingerprints.claim(claims, context);
  const conflicting = new Set(claims.filter((claim, i) => held[i] !== claim.fingerprint).map((claim) => claim.eventId));
  return candidates.filter(({ eventId, positions }) => {
    if (!conflicting.has(eventId)) return true;
    outcome.refuse(positions, conflict(CONFLICT_MESSAGE));
    return false;
  });
}

async function storeAll(
  accepted: readonly Candidate[],
  batchId: string,
  { storeEvents }: CaptureParts,
  context: RequestContext,
  outcome: BatchOutcome,
): Promise<void> {
  // An empty chunk tells that the batch is over although none of its events was taken.
  const chunks = accepted.length === 0 ? [[]] : chunkEvents(accepted);
  const sent = await Promise.allSettled(
    chunks.map((chunk, index) => {
      const batch = { id: batchId, chunk: index, total: accepted.length };
      return storeEvents({ events: chunk.map(({ event }) => event), batch }, context);
    }),
  );
  const failures: unknown[] = [];
  for (const [index, result] of sent.entries()) {
    const chunk = chunks[index] ?? [];
    if (result.status === 'fulfilled') chunk.forEach((candidate) => outcome.accept(candidate));
    else {
      failures.push(result.reason);
      for (const { positions } of chunk) outcome.refuse(positions, notHandedOn(result.reason));
    }
  }
  if (failures.length > 0 && failures.length === chunks.length) throw failures[0];
}

/** Any other failure than a clear one stays a failure of the whole request. */
function notHandedOn(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  throw reason;
}
