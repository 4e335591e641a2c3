import { isRecord, unwrapJson, type JsonRecord } from '../text/json.ts';
import { clip, maskText } from '../text/mask.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { Step, StepKind } from '../types.ts';
import { isAnything, isText, readField } from './payload-fields.ts';

export type ActivityType = Exclude<ClaimedEvent['type'], 'message'>;

/** The contents of an activity's payload, independent of its spelling. */
export interface Activity {
  kind: StepKind;
  tool: string | null;
  input: unknown;
  output: unknown;
}

const KINDS: Readonly<Record<ActivityType, StepKind>> = {
  tool_call: 'call',
  tool_result: 'result',
  file_edit: 'edit',
  test_run: 'test',
  command_exec: 'command',
  browser_action: 'browse',
  api_result: 'api',
};

const TOOL_LIMIT = 80;

/** The program and subcommand of a command line, without options, paths and environment: `git commit`, `npm test`. */
export function commandName(line: string): string {
  const words = line
    .slice(0, 500)
    .replace(/^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)+/, '')
    .trim()
    .split(/\s+/);
  while (
    words.length > 1 &&
    (/^\w+=/.test(words[0] ?? '') || words[0] === 'sudo' || words[0] === 'npx' || words[0] === 'env')
  )
    words.shift();
  const program = (words[0] ?? '').split('/').at(-1) ?? '';
  const sub = words[1] ?? '';
  const named =
    /^[a-z][a-z-]{1,20}(?::[a-z-]{1,20})?$/.test(sub) &&
    !/^(?:cat|ls|cd|echo|rm|cp|mv|mkdir|touch|grep|find|sed|head|tail|which)$/.test(program);
  return clip(named ? `${program} ${sub}` : program, TOOL_LIMIT);
}

/** The kind of a file by its path: `test *.ts` or `*.ts`. */
export function fileKind(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? `*${clip(name.slice(dot), 12)}` : clip(name, 24);
  return /test|spec/i.test(path) ? `test ${extension}` : extension;
}

function joinOutput(payload: JsonRecord): unknown {
  const { stdout, stderr } = payload;
  if (typeof stdout === 'string' && typeof stderr === 'string') return `${stdout}\n${stderr}`.trim();
  return readField(payload, 'output', isAnything) ?? (typeof stderr === 'string' ? stderr : undefined);
}

function onlyKeys(payload: JsonRecord, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(payload, key)).map((key) => [key, payload[key]]));
}

/** Reads any event except a message. JSON texts are parsed. A payload that is not an object counts as the activity's text. */
export function readActivity(type: ActivityType, raw: unknown): Activity {
  const activity = readPlain(type, raw);
  return { ...activity, input: unwrapJson(activity.input), output: unwrapJson(activity.output) };
}

function readPlain(type: ActivityType, raw: unknown): Activity {
  const payload: JsonRecord = isRecord(raw) ? raw : typeof raw === 'string' ? { text: raw, command: raw } : {};
  const kind = KINDS[type];
  const input = readField(payload, 'input', isAnything);
  switch (type) {
    case 'tool_call':
      return { kind, tool: toolName(payload), input, output: undefined };
    case 'tool_result':
      return { kind, tool: toolName(payload), input, output: readField(payload, 'output', isAnything) };
    case 'command_exec': {
      const line = readField(payload, 'command', isText) ?? '';
      return {
        kind,
        tool: commandName(line) || null,
        input: line === '' ? undefined : { command: line },
        output: joinOutput(payload),
      };
    }
    case 'file_edit': {
      const path = readField(payload, 'path', isText) ?? '';
      const verb = readField(payload, 'editKind', isText) ?? 'edit';
      return {
        kind,
        tool: clip(`${verb.toLowerCase()} ${fileKind(path)}`.trim(), TOOL_LIMIT),
        input: path === '' ? undefined : { path },
        output: undefined,
      };
    }
    case 'test_run': {
      const name = readField(payload, 'testName', isText) ?? 'tests';
      return {
        kind,
        tool: clip(maskText(name, TOOL_LIMIT), TOOL_LIMIT),
        input: undefined,
        output: readField(payload, 'output', isAnything) ?? readField(payload, 'failingTests', isAnything),
      };
    }
    case 'browser_action': {
      const verb = readField(payload, 'browserVerb', isText) ?? 'act';
      return {
        kind,
        tool: clip(verb.toLowerCase(), TOOL_LIMIT),
        input: onlyKeys(payload, ['url', 'selector', 'target', 'element', 'text', 'value']),
        output: payload['result'] ?? payload['output'],
      };
    }
    case 'api_result': {
      const url = readField(payload, 'url', isText);
      const method = readField(payload, 'method', isText)?.toUpperCase() ?? (url === undefined ? '' : 'GET');
      const path =
        url === undefined
          ? ''
          : url
              .replace(/^https?:\/\/[^/]+/, '')
              .replace(/[?#].*$/, '')
              .split('/')
              .map((part) => (/\d/.test(part) ? '<id>' : part))
              .join('/');
      return {
        kind,
        tool: url === undefined ? toolName(payload) : clip(`${method} ${path}`, TOOL_LIMIT),
        input,
        output: readField(payload, 'output', isAnything),
      };
    }
  }
}

function toolName(payload: JsonRecord): string | null {
  const name = readField(payload, 'tool', isText);
  return name === undefined ? null : clip(name.trim(), TOOL_LIMIT);
}

/** The client's id of a call, if the payload has one. */
export function readCallId(payload: JsonRecord): Pick<Step, 'callId'> {
  const id = readField(payload, 'callId', isText);
  return id === undefined ? {} : { callId: clip(id, 64) };
}
