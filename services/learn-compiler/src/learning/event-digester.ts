import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { digestMemories } from '../compile/digest-event.ts';
import { makeSteps } from '../compile/steps/make-steps.ts';
import type { FindCall, MemoryDraft, Step } from '../compile/types.ts';

/** Reads single events. The same event, after the same calls, gives the same. */
export interface EventDigester {
  steps(event: ClaimedEvent): readonly Step[];
  memories(event: ClaimedEvent, findCall: FindCall): readonly MemoryDraft[];
}

export const eventDigester: EventDigester = { steps: makeSteps, memories: digestMemories };
