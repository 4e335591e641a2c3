import { SESSION_VERDICT_FIELDS } from '@strata/contracts/schemas/session-verdict';
import { isRecord, type JsonRecord } from '../text/json.ts';

/**
 * The accepted spellings of each part of a payload, the preferred one first. A dot reaches into a nested object. Besides plain
 * shapes, OpenAI's (`tool_calls[].function.{name,arguments}`) and Anthropic's (`tool_use`, `tool_result` blocks) are read.
 */
export const PAYLOAD_FIELDS = {
  tool: ['tool_name', 'toolName', 'tool', 'function.name', 'function_name', 'functionName', 'name', 'function'],
  callId: ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'callId', 'invocationId', 'id'],
  input: [
    'input',
    'arguments',
    'args',
    'parameters',
    'params',
    'tool_input',
    'toolInput',
    'function.arguments',
    'kwargs',
  ],
  output: [
    'output',
    'result',
    'content',
    'response',
    'tool_output',
    'toolOutput',
    'observation',
    'data',
    'body',
    'value',
    'text',
    'stdout',
    'message',
  ],
  error: ['error.message', 'error.type', 'error', 'errorMessage', 'error_message', 'err', 'exception', 'stderr'],
  success: ['success', 'succeeded', 'ok', 'passed', 'is_success', 'isSuccess', 'successful', 'pass'],
  failure: ['is_error', 'isError', 'error', 'failed', 'has_error', 'hasError', 'timed_out', 'timedOut'],
  exitCode: ['exit_code', 'exitCode', 'exit_status', 'exitStatus', 'returncode', 'return_code', 'returnCode'],
  status: ['status', 'state', 'outcome', 'conclusion', 'verdict', 'result'],
  httpStatus: ['status_code', 'statusCode', 'http_status', 'httpStatus', 'status', 'response.status'],
  failedCount: ['failed', 'failures', 'numFailedTests', 'failed_count', 'failedCount', 'num_failed'],
  passedCount: ['passed', 'numPassedTests', 'passed_count', 'passedCount', 'num_passed'],
  failingTests: ['failed_tests', 'failedTests', 'failing', 'failures'],
  sessionVerdict: SESSION_VERDICT_FIELDS,
  reward: ['reward', 'score.reward', 'metrics.reward'],
  role: ['role', 'actor', 'sender_type', 'senderType', 'type'],
  speaker: [
    'speaker',
    'name',
    'author.name',
    'author',
    'from.name',
    'from',
    'sender.name',
    'sender',
    'username',
    'user.name',
    'user',
    'role',
    'actor',
  ],
  text: ['content', 'text', 'message', 'body', 'value', 'msg', 'prompt', 'completion', 'utterance'],
  command: ['command', 'cmd', 'command_line', 'commandLine', 'script', 'shell', 'input.command', 'input'],
  path: ['path', 'file_path', 'filePath', 'file', 'filename', 'fileName', 'target', 'uri'],
  editKind: ['operation', 'op', 'action', 'change_type', 'changeType', 'kind', 'edit_type'],
  editText: ['summary', 'description', 'diff', 'patch', 'new_string', 'newString', 'content', 'new_content', 'text'],
  testName: ['name', 'suite', 'test_name', 'testName', 'test', 'file', 'command', 'cmd', 'framework', 'runner'],
  browserVerb: ['action', 'verb', 'event', 'operation', 'type', 'name', 'kind'],
  browserTarget: ['selector', 'target', 'element', 'url', 'href', 'text', 'value', 'label'],
  url: ['url', 'endpoint', 'path', 'uri', 'request.url', 'request.path', 'href'],
  method: ['method', 'http_method', 'httpMethod', 'verb', 'request.method'],
} as const satisfies Record<string, readonly string[]>;

function reach(record: JsonRecord, path: string): unknown {
  const dot = path.indexOf('.');
  if (dot < 0) return Object.hasOwn(record, path) ? record[path] : undefined;
  const inner = Object.hasOwn(record, path.slice(0, dot)) ? record[path.slice(0, dot)] : undefined;
  return isRecord(inner) ? reach(inner, path.slice(dot + 1)) : undefined;
}

/** The value of the first spelling that is present, not null, and accepted. */
export function readField<T>(
  record: JsonRecord,
  field: keyof typeof PAYLOAD_FIELDS,
  accept: (value: unknown) => value is T,
): T | undefined {
  for (const path of PAYLOAD_FIELDS[field]) {
    const value = reach(record, path);
    if (value !== undefined && value !== null && accept(value)) return value;
  }
  return undefined;
}

/** Accepts a text that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
/** Accepts a boolean. */
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
/** Accepts a number. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
/** Accepts any value. */
export const isAnything = (value: unknown): value is string | number | boolean | object => value !== undefined;
