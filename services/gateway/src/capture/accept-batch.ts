import type { RequestContext } from '@strata/kernel/actor';
import { newBatchId } from '@strata/kernel/capture-ids';
import { AppError, conflict } from '@strata/kernel/errors';
import type { CaptureParts } from './accept-event.ts';
import { CONFLICT_MESSAGE } from './accept-event.ts';
import { toAcceptedEvent, type IdentifiedEvent } from './accepted-event.ts';
import { BatchOutcome, type BatchReceipt } from './batch-outcome.ts';
import { checkEvent, type CheckedEvent } from './check-event.ts';
import { chunkEvents } from './chunk-events.ts';
import type { FingerprintClaim } from './event-ledger.ts';
import type { EventJudge } from './judge-events.ts';

/** An event of the batch, once for each id and fingerprint, with every position at which it stands. */
interface Candidate extends IdentifiedEvent {
  readonly bytes: number;
  readonly positions: number[];
}

/** A message of the batch, and why it could not be handed on, if so. */
interface SentChunk {
  readonly chunk: readonly Candidate[];
  readonly failure: unknown;
}

/**
 * Takes a batch in: each event is judged alone, and what is wrong with one, or what a policy denies, refuses no other.
 * Events that could not be handed on are reported as `unavailable`, unless that is all of them.
 * Errors: `rate_limited`, with nothing taken in, when the month's quota has no room for all new events; `unavailable`, also
 * when nobody can say what the tenant wants replaced in one of them.
 */
export const createAcceptBatch =
  ({ scrub, openJudge, takeIn, storeEvents, arrive }: CaptureParts) =>
  async (inputs: readonly unknown[], context: RequestContext): Promise<BatchReceipt> => {
    const outcome = new BatchOutcome(inputs.length);
    const { at } = arrive();
    // One time for all, so that no batch lies in two months; each event has a place of its own in the order.
    const checked = await checkAll(inputs, outcome, async (event) => {
      const scrubbed = await scrub(event, context.scope.tenantId);
      return toAcceptedEvent(scrubbed, context, { at, order: arrive().order });
    });
    const judge = await openJudge(context);
    // Before their keys are looked at: whether an event was taken in earlier is told to nobody who may not write it now.
    const permitted = withoutRefused(checked, judge, outcome);
    await judge.tellAudit();

    const claims = claimsOf(permitted);
    const { held, giveBack } = await takeIn({ claims, unnamed: permitted.filter(isUnnamed).length, at }, context);
    const accepted = withoutConflicts(permitted, new Map(claims.map(({ eventId }, i) => [eventId, held[i]])), outcome);

    const batchId = newBatchId(context.scope);
    const sent = await sendAll(accepted, batchId, storeEvents, context);
    const failed = sent.filter(({ failure }) => failure !== undefined);
    await giveBack(failed.flatMap(({ chunk }) => chunk.filter(isUnnamed)).length);
    if (failed.length === sent.length) throw failed[0]?.failure;
    for (const { chunk, failure } of sent) {
      for (const { positions, eventId } of chunk)
        if (failure === undefined) outcome.accept(positions, eventId);
        else outcome.refuse(positions, notHandedOn(failure));
    }
    return outcome.receipt(batchId);
  };

const isUnnamed = ({ event }: Candidate): boolean => event.fingerprint === null;

/** One for each key: of events that share one, the first that stands in the batch. */
function claimsOf(candidates: readonly Candidate[]): FingerprintClaim[] {
  const claims = new Map<string, FingerprintClaim>();
  for (const { eventId, event } of candidates)
    if (event.fingerprint !== null && !claims.has(eventId))
      claims.set(eventId, { eventId, fingerprint: event.fingerprint });
  return [...claims.values()];
}

async function checkAll(
  inputs: readonly unknown[],
  outcome: BatchOutcome,
  accept: (event: CheckedEvent) => Promise<IdentifiedEvent>,
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const [position, value] of inputs.entries()) {
    const checked = checkOne(value, position, outcome);
    if (checked === undefined) continue;
    const identified = await accept(checked);
    const key = `${identified.eventId} ${identified.event.fingerprint ?? ''}`;
    const twin = candidates.get(key);
    if (twin === undefined)
      candidates.set(key, { ...identified, bytes: sizeOf(identified, checked), positions: [position] });
    else twin.positions.push(position);
  }
  return [...candidates.values()];
}

/** Placeholders may be longer than what they stand for. */
const sizeOf = ({ event }: IdentifiedEvent, { json }: CheckedEvent): number =>
  event.secretsReplaced === 0 ? json.length : JSON.stringify(event).length;

function checkOne(value: unknown, position: number, outcome: BatchOutcome): CheckedEvent | undefined {
  try {
    return checkEvent(value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome.refuse([position], error);
    return undefined;
  }
}

const withoutRefused = (candidates: readonly Candidate[], judge: EventJudge, outcome: BatchOutcome): Candidate[] =>
  candidates.filter(({ event, positions }) => {
    const refusal = judge.refusalOf(event, positions.length);
    if (refusal !== undefined) outcome.refuse(positions, refusal);
    return refusal === undefined;
  });

function withoutConflicts(
  candidates: readonly Candidate[],
  held: ReadonlyMap<string, string | undefined>,
  outcome: BatchOutcome,
): Candidate[] {
  return candidates.filter(({ eventId, event, positions }) => {
    if (event.fingerprint === null || event.fingerprint === held.get(eventId)) return true;
    outcome.refuse(positions, conflict(CONFLICT_MESSAGE));
    return false;
  });
}

function sendAll(
  accepted: readonly Candidate[],
  batchId: string,
  storeEvents: CaptureParts['storeEvents'],
  context: RequestContext,
): Promise<SentChunk[]> {
  // An empty chunk tells that the batch is over although none of its events was taken.
  const chunks = accepted.length === 0 ? [[]] : chunkEvents(accepted);
  return Promise.all(
    chunks.map(async (chunk, index): Promise<SentChunk> => {
      const batch = { id: batchId, chunk: index, total: accepted.length };
      try {
        await storeEvents({ events: chunk.map(({ event }) => event), batch }, context);
        return { chunk, failure: undefined };
      } catch (failure) {
        return { chunk, failure };
      }
    }),
  );
}

/** Any other failure than a clear one stays a failure of the whole request. */
function notHandedOn(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  throw reason;
}
