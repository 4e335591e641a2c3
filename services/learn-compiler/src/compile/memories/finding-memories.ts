import { changesByName } from '../sessions/tool-verbs.ts';
import { readActivity, type ActivityType } from '../steps/read-activity.ts';
import { errorLine } from '../errors/error-line.ts';
import { readOutcome, textOf } from '../steps/read-outcome.ts';
import { isText, readField } from '../steps/payload-fields.ts';
import { isRecord, unwrapJson, visitScalars, type JsonRecord } from '../text/json.ts';
import { clip } from '../text/mask.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { MemoryKind } from '@strata/contracts/schemas/memory';
import type { MemoryDraft } from '../types.ts';
import { memoryKey } from './memory-key.ts';
import { importanceOf } from './message-kind.ts';
import { datePrefix } from './date-prefix.ts';

const EXCERPT_LIMIT = 480;
const ARGUMENTS_LIMIT = 200;

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
  return shown.length < 2 ? null : { kind: 'finding', body: `${head} returned: ${shown}` };
}

function describeActivity(type: ActivityType, raw: unknown): Finding | null {
  const payload: JsonRecord = isRecord(raw) ? raw : {};
  const { tool, input, output } = readActivity(type, raw);
  const given = input === undefined ? '' : excerpt(input, ARGUMENTS_LIMIT);
  const name = tool ?? 'result';
  switch (type) {
    case 'tool_call':
      return tool !== null && changesByName(tool) === true
        ? { kind: 'action', body: given === '' ? `called ${tool}` : `called ${tool} (${given})` }
        : null;
    case 'tool_result':
      return describeResult(name, given, output, payload, false);
    case 'command_exec': {
      const line = clip(readField(payload, 'command', isText)?.replace(/\s+/g, ' ').trim() ?? name, ARGUMENTS_LIMIT);
      const finding = describeResult(`\`${line}\``, '', output, payload, true);
      return finding ?? { kind: 'action', body: `ran \`${line}\`` };
    }
    case 'test_run': {
      const { outcome } = readOutcome(payload, output, true);
      const shown = excerpt(output, EXCERPT_LIMIT);
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
      const finding = output === undefined ? null : describeResult(`browser ${name}`, given, output, payload, false);
      return finding ?? { kind: 'action', body: `browser ${name}${given === '' ? '' : ` (${given})`}` };
    }
    case 'api_result':
      return describeResult(name, given, output, payload, false);
  }
}

/**
 * The memory of what a call, command, test, edit, page or endpoint did or returned.
 * @param payload the event's payload, or the block of a message that contains the call or result
 * @param part position among the event's memories
 */
export function findingMemories(event: ClaimedEvent, type: ActivityType, payload: unknown, part = 0): MemoryDraft[] {
  const finding = describeActivity(type, payload);
  if (finding === null) return [];
  return [
    {
      key: memoryKey(null, finding.body, []),
      kind: finding.kind,
      content: `${datePrefix(event)}${finding.body}`,
      speaker: null,
      body: finding.body,
      dates: [],
      validFrom: event.occurredAt,
      validTo: null,
      importance: importanceOf(finding.kind, finding.body.slice(0, 200)),
      confidence: 0.9,
      tags: [...event.tags],
      sourceEvents: [event.id],
      sessionId: event.sessionId,
      position: event.seq,
      part,
    },
  ];
}
