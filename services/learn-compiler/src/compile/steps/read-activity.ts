import { isRecord, unwrapJson, type JsonRecord } from '../text/json.ts';
import { clip, maskText } from '../text/mask.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { fileKind } from '../commands/file-kind.ts';
import type { FileEdit } from '../commands/file-edits.ts';
import { readCommand, type ReadCommand } from '../commands/read-command.ts';
import type { Step, StepKind } from '../types.ts';
import { isAnything, isText, readField } from './payload-fields.ts';
import { readEdits } from './read-edits.ts';
import { commandLine, toolCommand } from './tool-command.ts';

export type ActivityType = Exclude<ClaimedEvent['type'], 'message'>;

/** The contents of an activity's payload, independent of its spelling. */
export interface Activity {
  kind: StepKind;
  tool: string | null;
  input: unknown;
  output: unknown;
  /** The shell command that it runs. */
  command: ReadCommand | null;
  /** What it changes in files. */
  edits: FileEdit[];
}

type PlainActivity = Pick<Activity, 'kind' | 'tool' | 'input' | 'output'>;

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
  const payload: JsonRecord = isRecord(raw) ? raw : typeof raw === 'string' ? { text: raw, command: raw } : {};
  const plain = readPlain(type, payload);
  const input = unwrapJson(plain.input);
  const line =
    type === 'command_exec'
      ? (readField(payload, 'command', isLine) ?? null)
      : type === 'tool_call'
        ? toolCommand(plain.tool, input)
        : null;
  const command = line === null ? null : readCommand(commandLine(line) ?? '');
  const own =
    type === 'file_edit' ? readEdits(payload, true) : type === 'tool_call' && command === null ? readEdits(input) : [];
  return {
    kind: plain.kind,
    tool: type === 'command_exec' && command !== null ? commandTool(command) : plain.tool,
    input: command === null ? input : { command: command.line },
    output: unwrapJson(plain.output),
    command,
    edits: [...own, ...(command?.edits ?? [])],
  };
}

/** A command's name, or the kind of file that it edits. */
function commandTool({ name, edits: [edit] }: ReadCommand): string | null {
  return name === '' && edit !== undefined
    ? clip(`edit ${fileKind(edit.path)}`, TOOL_LIMIT)
    : clip(name, TOOL_LIMIT) || null;
}

const isLine = (value: unknown): value is string | string[] => commandLine(value) !== null;

function readPlain(type: ActivityType, payload: JsonRecord): PlainActivity {
  const kind = KINDS[type];
  const input = readField(payload, 'input', isAnything);
  switch (type) {
    case 'tool_call':
      return { kind, tool: toolName(payload), input, output: undefined };
    case 'tool_result':
      return { kind, tool: toolName(payload), input, output: readField(payload, 'output', isAnything) };
    case 'command_exec':
      return { kind, tool: null, input: undefined, output: joinOutput(payload) };
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
