import { findingMemories } from './memories/finding-memories.ts';
import { messageMemories } from './memories/message-memories.ts';
import { makeSteps } from './steps/make-steps.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { Digest, MemoryDraft } from './types.ts';

function memoriesOf(event: ClaimedEvent): MemoryDraft[] {
  return event.type === 'message' ? messageMemories(event) : findingMemories(event, event.type, event.payload);
}

/**
 * Turns one captured event into compact steps and memory drafts. Pure and deterministic: the same event gives the same
 * digest anywhere, and no JSON payload makes it throw.
 */
export function digestEvent(event: ClaimedEvent): Digest {
  return { steps: makeSteps(event), memories: memoriesOf(event) };
}
