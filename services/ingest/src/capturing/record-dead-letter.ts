import type { StoreCommand } from '@strata/contracts/calls/ingest';
import type { LearnFailure, LearnJob } from '@strata/contracts/calls/learn';
import { writerOf, type RequestContext } from '@strata/kernel/actor';
import { jobIdOfEvent } from '@strata/kernel/capture-ids';
import type { CaptureFailures } from './capture-failures.ts';

export interface RecordDeadLetterParts {
  readonly failures: CaptureFailures;
  /** Stores a learn job as failed, at the compiler. Errors: `unavailable`. */
  readonly failLearning: (job: LearnJob, failure: LearnFailure, context: RequestContext) => Promise<void>;
  /** What the sender may see of an error. */
  readonly reasonOf: (error: unknown) => LearnFailure;
}

/** Records that what a command asks for will not be done, so that its jobs are not `queued` for ever. Safe to repeat. */
export function recordDeadLetterHandler({ failures, failLearning, reasonOf }: RecordDeadLetterParts) {
  return async function recordDeadLetter(
    { payload, context }: { readonly payload: StoreCommand; readonly context: RequestContext },
    error: unknown,
  ): Promise<void> {
    const reason = reasonOf(error);
    if (payload.kind === 'learn') {
      await failLearning(payload.learn, reason, context);
      return;
    }
    const jobIds = payload.events.map(({ id }) => jobIdOfEvent(id));
    const failure = { error: reason, writer: writerOf(context.actor) };
    await failures.record(context.scope, payload.batch === null ? jobIds : [...jobIds, payload.batch.id], failure);
  };
}
