import { changesByName } from '../sessions/tool-verbs.ts';
import { readActivity, readCallId, type ActivityType } from '../steps/read-activity.ts';
import { readRecord, type RecordState } from '../facts/read-record.ts';
import { errorLine } from '../errors/error-line.ts';
import { readOutcome, textOf } from '../steps/read-outcome.ts';
import { isAnything, isText, readField } from '../steps/payload-fields.ts';
import { isRecord, unwrapJson, visitScalars, type JsonRecord } from '../text/json.ts';
import { clip } from '../text/mask.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { MemoryKind } from '@strata/contracts/schemas/memory';
import type { CallNote, FindCall, MemoryDraft } from '../types.ts';
import { memoryKey } from './memory-key.ts';
import { importanceOf } from './message-kind.ts';
import { datePrefix } from './date-prefix.ts';
import { looksAround, onlyLooks } from './looks-around.ts';
import { isFileContents, onlyConfirms, onlyCounts, saysNothing } from './says-nothing.ts';
import { voiceOf } from './voice.ts';

const EXCERPT_LIMIT = 480;
const ARGUMENTS_LIMIT = 200;
const COMMAND_LIMIT = 300;
/** Words with spaces between them, or a quoted text: `Submit order button`, `button:has-text("Pay")`. */
const IN_WORDS = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)+$|["'][^"']{2,}["']|text=/u;

/** A value as short text: whitespace folded, a record or list as `name: value, …`. */
export function excerpt(value: unknown, limit: number): string {
  const parsed = unwrapJson(value);
  if (!isRecord(parsed) && !Array.isArray(parsed)) return clip(textOf(parsed).replace(/\s+/g, ' ').trim(), limit);
  if (Array.isArray(parsed) && parsed.every((block) => isRecord(block) && block['type'] === 'text'))
    return clip(textOf(parsed).replace(/\s+/g, ' ').trim(), limit);
  let out = '';
  visitScalars(parsed, 60, (key, scalar) => {
    if (out.length < limit)
      out += `${out === '' ? '' : ', '}${key === '' ? '' : `${key}: `}${String(scalar).replace(/\s+/g, ' ')}`;
  });
  return clip(out, limit);
}

interface Finding {
  kind: MemoryKind;
  body: string;
}

function describeResult(
  name: string,
  given: string,
  output: unknown,
  payload: JsonRecord,
  wholeText: boolean,
): Finding | null {
  const ending = readOutcome(payload, output, wholeText);
  const head = given === '' ? name : `${name} (${given})`;
  if (ending.outcome === 'error') {
    const line = errorLine(textOf(output)) || (ending.error?.sample ?? '');
    return {
      kind: 'error',
      body: `${head} failed: ${clip(line === '{' ? excerpt(output, EXCERPT_LIMIT) : line, EXCERPT_LIMIT)}`,
    };
  }
  const shown = excerpt(output, EXCERPT_LIMIT);
  return shown.length < 2 || saysNothing(head, shown) ? null : { kind: 'finding', body: `${head} returned: ${shown}` };
}

/**
 * A command with its result, whichever tool ran it. Null for one that only looks around and meets no error, and for a look that shows
 * nothing.
 */
function describeCommand(command: string, output: unknown, payload: JsonRecord): Finding | null {
  const line = `\`${clip(command.replace(/\s+/g, ' '), COMMAND_LIMIT)}\``;
  const finding = describeResult(line, '', output, payload, true);
  if (finding === null)
    return onlyLooks(command) || looksAround(command) ? null : { kind: 'action', body: `ran ${line}` };
  if (finding.kind === 'error' || !looksAround(command)) return finding;
  // An output can show an error that the exit code of a whole line hides.
  return readOutcome({}, output, true).outcome === 'error' ? finding : null;
}

/** What a tool returned, unless it only confirms, or is the contents of a file. */
function describeToolResult(name: string, given: string, output: unknown, payload: JsonRecord): Finding | null {
  const finding = describeResult(name, given, output, payload, false);
  if (finding?.kind !== 'finding') return finding;
  // A file in JSON is read as text, not as the record that the tool returned.
  if (isFileContents(name, readField(payload, 'output', isAnything))) return null;
  return given === '' && onlyConfirms(name, output) ? null : finding;
}

/** Whether an action in a browser names a page, a text, or an element in words. A bare selector such as `#buy` says nothing later. */
const namesPage = (payload: JsonRecord): boolean =>
  ['url', 'text', 'value'].some((field) => isText(payload[field])) ||
  ['selector', 'target', 'element'].some((field) => isText(payload[field]) && IN_WORDS.test(payload[field]));

function describeActivity(type: ActivityType, raw: unknown, call: CallNote | undefined): Finding | null {
  const payload: JsonRecord = isRecord(raw) ? raw : {};
  const { tool, input, output, command } = readActivity(type, raw);
  const given = input === undefined ? '' : excerpt(input, ARGUMENTS_LIMIT);
  const name = tool ?? call?.tool ?? 'result';
  switch (type) {
    case 'tool_call':
      return tool !== null && changesByName(tool) === true
        ? { kind: 'action', body: given === '' ? `called ${tool}` : `called ${tool} (${given})` }
        : null;
    case 'tool_result':
      return call === undefined || call.command === null
        ? describeToolResult(name, given, output, payload)
        : describeCommand(call.command, output, payload);
    case 'command_exec':
      return describeCommand(command?.line ?? name, output, payload);
    case 'test_run': {
      const { outcome } = readOutcome(payload, output, true);
      const shown = excerpt(output, EXCERPT_LIMIT);
      if (saysNothing(name, shown) || (outcome !== 'error' && onlyCounts(shown))) return null;
      const verb = outcome === 'ok' ? 'passed' : outcome === 'error' ? 'failed' : 'ran';
      return {
        kind: outcome === 'error' ? 'error' : 'finding',
        body: `test run ${name} ${verb}${shown === '' ? '' : `: ${shown}`}`,
      };
    }
    case 'file_edit': {
      const path = readField(payload, 'path', isText);
      if (path === undefined) return null;
      const text = excerpt(readField(payload, 'editText', isText) ?? '', EXCERPT_LIMIT);
      const verb = readField(payload, 'editKind', isText)?.toLowerCase() ?? 'edited';
      return { kind: 'action', body: `file ${clip(path, 160)} (${clip(verb, 40)})${text === '' ? '' : `: ${text}`}` };
    }
    case 'browser_action': {
      const finding = describeResult(`browser ${name}`, given, output, payload, false);
      if (finding !== null && (finding.kind === 'error' || !onlyConfirms(name, output))) return finding;
      return namesPage(payload)
        ? { kind: 'action', body: `browser ${name}${given === '' ? '' : ` (${given})`}` }
        : null;
    }
    case 'api_result':
      return describeResult(name, given, output, payload, false);
  }
}

/** The record that a call returned; null for commands, errors and all other results. */
function recordOf(type: ActivityType, payload: unknown, call: CallNote | undefined): RecordState | null {
  if ((type !== 'tool_result' && type !== 'api_result') || (call?.command ?? null) !== null) return null;
  const { tool, output } = readActivity(type, payload);
  return readRecord(tool ?? call?.tool ?? '', output);
}

/** Where a finding comes from: its event, and the calls before it. */
export interface FindingSource {
  readonly event: ClaimedEvent;
  readonly findCall: FindCall;
}

/**
 * The memory of what a call, command, test, edit, page or endpoint did or returned. The result of a call in another event names the call,
 * cites it and has its tags: a command is beside its result.
 * @param payload the event's payload, or the block of a message that contains the call or result
 * @param part position among the event's memories
 */
export function findingMemories(
  { event, findCall }: FindingSource,
  type: ActivityType,
  payload: unknown,
  part = 0,
): MemoryDraft[] {
  const { callId } = type === 'tool_result' && isRecord(payload) ? readCallId(payload) : {};
  const call = callId === undefined ? undefined : findCall(callId);
  const finding = describeActivity(type, payload, call);
  if (finding === null) return [];
  const record = finding.kind === 'finding' ? recordOf(type, payload, call) : null;
  return [
    {
      key: memoryKey(null, finding.body, []),
      kind: finding.kind,
      content: `${datePrefix(event)}${finding.body}`,
      speaker: null,
      body: finding.body,
      dates: [],
      validFrom: event.occurredAt,
      lastSaid: event.occurredAt,
      importance: importanceOf(finding.kind, finding.body.slice(0, 200)),
      confidence: 0.9,
      tags: [...new Set([...event.tags, ...(call?.tags ?? [])])],
      sourceEvents: [...new Set([...(call === undefined ? [] : [call.eventId]), event.id])],
      voices: [voiceOf(event, null)],
      sessionId: event.sessionId,
      position: event.seq,
      part,
      ...(record === null ? {} : { claim: record }),
    },
  ];
}
