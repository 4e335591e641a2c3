import type { RequestTo } from '@strata/contracts/operation';
import type { captureBatch as captureBatchOperation } from '@strata/contracts/operations/capture';
import type { RequestContext } from '@strata/kernel/actor';
import { newBatchId } from '@strata/kernel/capture-ids';
import { AppError, conflict } from '@strata/kernel/errors';
import { pause } from '@strata/kernel/turns';
import type { SentEvent } from '../scrubbing/scrub-event.ts';
import { bytesOf, toAcceptedEvent, type IdentifiedEvent } from './accepted-event.ts';
import { BatchOutcome, type BatchReceipt } from './batch-outcome.ts';
import type { CaptureParts } from './capture-event.ts';
import { parseEvent } from './check-event.ts';
import { chunkEvents } from './chunk-events.ts';
import type { FingerprintClaim } from './event-ledger.ts';
import type { EventJudge } from './judge-events.ts';
import { CONFLICT_MESSAGE } from './reserve-events.ts';

/** An event of the batch, once for each id and fingerprint, with every position at which it was sent. */
interface Candidate extends IdentifiedEvent {
  readonly bytes: number;
  readonly positions: number[];
}

/** A message with events of the batch. `failure` is undefined if it was sent. */
interface SentChunk {
  readonly chunk: readonly Candidate[];
  readonly failure: unknown;
}

/**
 * Captures a batch. Each event is judged by itself: an invalid or denied event does not affect the others. Events that could
 * not be sent to the event store are reported as `unavailable`; if none could be sent, the request fails.
 * Errors: `rate_limited`, with nothing captured, when the month's quota has no room for all new events; `unavailable`, also
 * when the tenant's settings for scrubbing cannot be read.
 */
export const captureBatchHandler = ({
  scrub,
  openJudge,
  reserveEvents,
  storeEvents,
  arrive,
}: Omit<CaptureParts, 'storeEvent'>) =>
  async function captureBatch(
    { body: { events: inputs } }: RequestTo<typeof captureBatchOperation>,
    context: RequestContext,
  ): Promise<BatchReceipt> {
    const outcome = new BatchOutcome(inputs.length);
    const { at } = arrive();
    // One time for all events, so that a batch never spans two months; each event has its own position in the order.
    const checked = await checkAll(inputs, at, outcome, async (event) => {
      const scrubbed = await scrub(event, context.scope.tenantId);
      return toAcceptedEvent(scrubbed, context, { at, order: arrive().order });
    });
    const judge = await openJudge(context);
    // Before the idempotency keys are looked up: a caller who may not write an event must not learn that it exists.
    const permitted = await withoutRejected(checked, judge, outcome);
    await judge.recordDenials();

    const claims = claimsOf(permitted);
    const { fingerprints, release, confirm } = await reserveEvents(
      { claims, unkeyed: permitted.filter(isUnkeyed).length, at },
      context,
    );
    const accepted = withoutConflicts(
      permitted,
      new Map(claims.map(({ eventId }, i) => [eventId, fingerprints[i]])),
      outcome,
    );

    const batchId = newBatchId(context.scope);
    const sent = await sendAll(accepted, batchId, storeEvents, context);
    const failed = sent.filter(({ failure }) => failure !== undefined);
    await release(failed.flatMap(({ chunk }) => chunk.filter(isUnkeyed)).length);
    if (failed.length === sent.length) throw failed[0]?.failure;
    const arrived = sent.filter(({ failure }) => failure === undefined).flatMap(({ chunk }) => chunk);
    if (failed.length > 0) {
      // Best effort, while the event store is hard to reach: without it, the job of the batch waits for what never comes.
      const batch = { id: batchId, chunk: sent.length, total: arrived.length };
      await storeEvents({ kind: 'batch-end', events: [], batch }, context).catch(() => undefined);
    }
    const problems = await confirm(arrived.map(({ eventId }) => eventId));
    for (const { chunk, failure } of sent) {
      for (const { positions, eventId } of chunk) {
        const problem = failure === undefined ? problems.get(eventId) : sendError(failure);
        if (problem === undefined) outcome.accept(positions, eventId);
        else outcome.reject(positions, problem);
      }
    }
    return outcome.receipt(batchId);
  };

const isUnkeyed = ({ event }: Candidate): boolean => event.fingerprint === null;

/** One claim for each idempotency key: of events that share one, the first in the batch. */
function claimsOf(candidates: readonly Candidate[]): FingerprintClaim[] {
  const claims = new Map<string, FingerprintClaim>();
  for (const { eventId, event } of candidates)
    if (event.fingerprint !== null && !claims.has(eventId))
      claims.set(eventId, { eventId, fingerprint: event.fingerprint });
  return [...claims.values()];
}

async function checkAll(
  inputs: readonly unknown[],
  at: Date,
  outcome: BatchOutcome,
  accept: (event: SentEvent) => Promise<IdentifiedEvent>,
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const [position, value] of inputs.entries()) {
    await pause();
    const checked = checkOne(value, at, position, outcome);
    if (checked === undefined) continue;
    const identified = await accept(checked);
    const key = `${identified.eventId} ${identified.event.fingerprint ?? ''}`;
    const twin = candidates.get(key);
    if (twin === undefined)
      candidates.set(key, { ...identified, bytes: bytesOf(identified.event, checked), positions: [position] });
    else twin.positions.push(position);
  }
  return [...candidates.values()];
}

function checkOne(value: unknown, at: Date, position: number, outcome: BatchOutcome): SentEvent | undefined {
  try {
    return parseEvent(value, at);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome.reject([position], error);
    return undefined;
  }
}

async function withoutRejected(
  candidates: readonly Candidate[],
  judge: EventJudge,
  outcome: BatchOutcome,
): Promise<Candidate[]> {
  const permitted: Candidate[] = [];
  for (const candidate of candidates) {
    await pause();
    const rejection = judge.rejectionOf(candidate.event, candidate.positions.length);
    if (rejection === undefined) permitted.push(candidate);
    else outcome.reject(candidate.positions, rejection);
  }
  return permitted;
}

function withoutConflicts(
  candidates: readonly Candidate[],
  fingerprints: ReadonlyMap<string, string | undefined>,
  outcome: BatchOutcome,
): Candidate[] {
  return candidates.filter(({ eventId, event, positions }) => {
    if (event.fingerprint === null || event.fingerprint === fingerprints.get(eventId)) return true;
    outcome.reject(positions, conflict(CONFLICT_MESSAGE));
    return false;
  });
}

async function sendAll(
  accepted: readonly Candidate[],
  batchId: string,
  storeEvents: CaptureParts['storeEvents'],
  context: RequestContext,
): Promise<SentChunk[]> {
  // Without accepted events, one message without events ends the batch.
  const chunks = accepted.length === 0 ? [[]] : chunkEvents(accepted);
  const send = async (chunk: readonly Candidate[], index: number): Promise<SentChunk> => {
    const batch = { id: batchId, chunk: index, total: accepted.length };
    try {
      const events = chunk.map(({ event }) => event);
      await storeEvents(
        events.length > 0 ? { kind: 'events', events, batch } : { kind: 'batch-end', events: [], batch },
        context,
      );
      return { chunk, failure: undefined };
    } catch (failure) {
      return { chunk, failure };
    }
  };
  const sent: Promise<SentChunk>[] = [];
  for (const [index, chunk] of chunks.entries()) {
    await pause();
    sent.push(send(chunk, index));
  }
  return Promise.all(sent);
}

/** An unexpected error fails the whole request. */
function sendError(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  throw reason;
}
