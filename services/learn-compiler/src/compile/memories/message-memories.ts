import { isProgram } from '@strata/kernel/speaker-roles';
import { readClaim, readRepeated } from '../facts/read-claim.ts';
import { isRequester, readMessage, type ReadMessage } from '../steps/read-message.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { FindCall, MemoryDraft } from '../types.ts';
import { memoryKey } from './memory-key.ts';
import { datePrefix } from './date-prefix.ts';
import { importanceOf, messageKind } from './message-kind.ts';
import { findingMemories } from './finding-memories.ts';
import { resolveRelativeDates } from '../dates/relative-dates.ts';
import { isAnnouncement } from './announcements.ts';
import { isSmallTalk } from './small-talk.ts';
import { isSideText, type Speaker } from './side-text.ts';
import { splitText } from './split-text.ts';
import { voiceOf } from './voice.ts';

/** How sure a memory is that one source states. */
export const STATED_CONFIDENCE = 0.8;
const REQUESTER = 'user';
const INSTRUCTION_ROLES = new Set(['system', 'developer']);

/**
 * The memories of a message: its words, verbatim, in parts of bounded size, and its tool blocks. Small talk, system instructions
 * and what a program only announces give none.
 */
export function messageMemories(event: ClaimedEvent, findCall: FindCall): MemoryDraft[] {
  const message = readMessage(event.payload);
  const said = saidMemories(event, message);
  const blocks = [
    ...message.results.map((block) => ({ type: 'tool_result' as const, block })),
    ...message.calls.map((block) => ({ type: 'tool_call' as const, block })),
  ];
  return [
    ...said,
    ...blocks.flatMap(({ type, block }, at) => findingMemories({ event, findCall }, type, block, said.length + at)),
  ];
}

/** A speaker with a name speaks to people; "user", or a speaker without a name, to a program. */
function speakerOf({ speaker, role }: ReadMessage): Speaker {
  if (isProgram(speaker)) return 'program';
  return speaker === null || isRequester(speaker) || isRequester(role) ? 'user' : 'person';
}

function saidMemories(event: ClaimedEvent, message: ReadMessage): MemoryDraft[] {
  if (message.text === '' || isSmallTalk(message.text) || INSTRUCTION_ROLES.has(message.role ?? '')) return [];
  const prefix = datePrefix(event);
  const isByProgram = isProgram(message.speaker);
  if (isByProgram && isAnnouncement(message.text)) return [];
  const parts = splitText(message.text);
  // A long message is a document, and makes no claim. What a program says to its user may repeat what the user stated.
  const claim = parts.length > 1 ? null : isByProgram ? readRepeated(message.text) : readClaim(message.text);
  const isAside = isSideText(message.text, speakerOf(message), messageKind(message.text));
  return parts.map((text, part) => {
    // "In two weeks" of a program, as in a plan that it writes, counts from no known day.
    const isDated = event.occurredAtGiven && !isByProgram;
    const dates = isDated ? resolveRelativeDates(text, event.occurredAt) : [];
    const kind = messageKind(text);
    const dated = dates.length > 0 ? `${text} (${dates.join('; ')})` : text;
    return {
      key: memoryKey(message.speaker, text, dates),
      kind,
      content: `${prefix}${message.speaker === null ? '' : `${message.speaker}: `}${dated}`,
      speaker: message.speaker,
      body: text,
      dates,
      validFrom: event.occurredAt,
      lastSaid: event.occurredAt,
      importance: importanceOf(kind, text),
      confidence: kind === 'question' ? 0.6 : STATED_CONFIDENCE,
      tags: [...event.tags],
      sourceEvents: [event.id],
      voices: [voiceOf(event, message.speaker)],
      sessionId: event.sessionId,
      position: event.seq,
      part,
      ...(claim === null || isAside ? {} : { claim, ...(isByProgram ? { claimedBy: voiceOf(event, REQUESTER) } : {}) }),
      ...(isAside ? { isSideText: true } : {}),
    };
  });
}
