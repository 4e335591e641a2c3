import { findingMemories } from './memories/finding-memories.ts';
import { messageMemories } from './memories/message-memories.ts';
import { makeSteps } from './steps/make-steps.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { CallNote, Digest, FindCall, MemoryDraft, Step } from './types.ts';

/** The memories of one event. `findCall` finds the calls of its results, which are in earlier events. */
export function digestMemories(event: ClaimedEvent, findCall: FindCall): MemoryDraft[] {
  // What was said of another end user in the session describes no result.
  const findOwn: FindCall = (callId) => {
    const call = findCall(callId);
    return call?.user === undefined || call.user === event.userId ? call : undefined;
  };
  const memories =
    event.type === 'message'
      ? messageMemories(event, findOwn)
      : findingMemories({ event, findCall: findOwn }, event.type, event.payload);
  const { userId } = event;
  return userId === null ? memories : memories.map((memory) => ({ ...memory, userId }));
}

/** The part of a call that its result is described with; undefined for another step, and for a call without an id of the client. */
export function noteCall({ kind, callId, eventId, tool, command, tags, user }: Step): [string, CallNote] | undefined {
  if (kind !== 'call' || callId === undefined) return undefined;
  return [
    callId,
    {
      eventId,
      tool: tool ?? null,
      command: command?.line ?? null,
      tags: tags ?? [],
      ...(user === undefined ? {} : { user }),
    },
  ];
}

/**
 * Turns one captured event into compact steps and memory drafts. Pure and deterministic: the same event, after the same
 * calls, gives the same digest anywhere, and no JSON payload makes it throw.
 */
export function digestEvent(event: ClaimedEvent, findCall: FindCall = () => undefined): Digest {
  return { steps: makeSteps(event), memories: digestMemories(event, findCall) };
}
