import { isRecord, unwrapJson, visitScalars, type JsonRecord } from '../text/json.ts';
import { errorLine, firstWords } from '../errors/error-line.ts';
import { boundedError, errorTemplate } from '../errors/error-template.ts';
import { OPENS_LABELLED } from '../errors/error-words.ts';
import { exitCodeOf } from './exit-code.ts';
import { isAnything, isFlag, isNumber, isText, readField } from './payload-fields.ts';

export interface Outcome {
  outcome?: 'ok' | 'error';
  /** Whether it comes from a flag, a status or an exit code, not from the text. */
  stated?: true;
  error?: StepError;
}

/** An error: its kind, with what may vary masked, and its own line, at most 240 characters. */
export interface StepError {
  template: string;
  sample: string;
}

/** The error of a failure without text. */
export const UNNAMED = 'failed without a message';

const GOOD_STATUS = new Set([
  'ok',
  'success',
  'succeeded',
  'successful',
  'passed',
  'pass',
  'completed',
  'complete',
  'done',
  'resolved',
  'fixed',
]);
const BAD_STATUS = new Set([
  'error',
  'errored',
  'failed',
  'failure',
  'fail',
  'timeout',
  'timed_out',
  'timedout',
  'cancelled',
  'aborted',
  'crashed',
  'rejected',
  'unresolved',
]);

const ERROR_OPENING =
  /^(?:[[(<*]? ?(?:fatal\s+)?(?:error|exception)\b(?!\s*(?:free|count|rate|s\b))|traceback\b|fatal:|panic:|failed to\b|failure:|unable to\b|permission denied|access denied|npm (?:err!|error)|(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b\s*[:([]?)/i;
const ERROR_LINE =
  /^[ \t]{0,40}(?:(?:[\w$]+\.){0,8}\w{0,60}(?:Error|Exception)\b\s?:|error(?:\[\w+\])?:|fatal:|npm err!)|command not found|: no such file or directory|permission denied/im;

function statusOutcome(value: string): 'ok' | 'error' | undefined {
  const status = value.trim().toLowerCase();
  if (GOOD_STATUS.has(status)) return 'ok';
  return BAD_STATUS.has(status) ? 'error' : undefined;
}

function statedOutcome(payload: JsonRecord): 'ok' | 'error' | undefined {
  const good = readField(payload, 'success', isFlag);
  if (good !== undefined) return good ? 'ok' : 'error';
  const bad = readField(payload, 'failure', isFlag);
  if (bad !== undefined) return bad ? 'error' : 'ok';
  const exit = readField(payload, 'exitCode', isNumber);
  if (exit !== undefined && exit >= 0 && exit < 256) return exit === 0 ? 'ok' : 'error';
  const failed = readField(payload, 'failedCount', isNumber);
  if (failed !== undefined) return failed === 0 ? 'ok' : 'error';
  const status = readField(payload, 'status', isText);
  const said = status === undefined ? undefined : statusOutcome(status);
  if (said !== undefined) return said;
  const http = readField(payload, 'httpStatus', isNumber);
  if (http !== undefined && http >= 100 && http < 600) return http < 400 ? 'ok' : 'error';
  return undefined;
}

/** The text of a value: strings unchanged, content blocks joined, otherwise the first hundred scalars. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((block) => isRecord(block) && typeof block['text'] === 'string')
  )
    return value.map((block) => (isRecord(block) ? String(block['text']) : '')).join('\n');
  const parts: string[] = [];
  visitScalars(value, 100, (key, scalar) => parts.push(key === '' ? String(scalar) : `${key}: ${String(scalar)}`));
  return parts.join(', ');
}

/** An error by the line of a text that says what went wrong, else by its first words. */
function describe(text: string): StepError | undefined {
  const line = boundedError(errorLine(text) || firstWords(text));
  return line === '' ? undefined : { template: errorTemplate(line), sample: line };
}

const OPENING_LENGTH = 300;
const END_LENGTH = 20_000;

/** The start and the end of a long text: where commands report their result. */
function ends(text: string): string {
  return text.length <= 2 * END_LENGTH ? text : `${text.slice(0, END_LENGTH)}\n${text.slice(-END_LENGTH)}`;
}

/** Whether a line of a text says that something failed. */
const saysError = (text: string): boolean =>
  ERROR_LINE.test(text) || text.split('\n').some((line) => OPENS_LABELLED.test(line.slice(0, 80)));

/** An error in the text or fields of a result: `Error: …`, `{"error": …}`, `{"ok": false}`. */
function inferredError(output: unknown, wholeText: boolean): StepError | undefined {
  const value = unwrapJson(output);
  if (isRecord(value)) {
    const said = readField(value, 'success', isFlag) ?? true;
    const flagged = readField(value, 'failure', isFlag) ?? false;
    const status = value['status'];
    const bad =
      !said ||
      flagged ||
      (typeof status === 'string' &&
        statusOutcome(status) === 'error' &&
        readField(value, 'error', isText) !== undefined);
    const message = isText(value['error'])
      ? value['error']
      : isRecord(value['error'])
        ? textOf(readField(value, 'error', isText) ?? value['error'])
        : undefined;
    if (message !== undefined) return describe(message);
    return bad
      ? describe(readField(value, 'error', isText) ?? readField(value, 'text', isText) ?? textOf(value))
      : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const opening = value.trimStart().slice(0, OPENING_LENGTH);
  const opens = ERROR_OPENING.test(opening) || OPENS_LABELLED.test(opening);
  return opens || (wholeText && saysError(ends(value))) ? describe(value) : undefined;
}

/** The first text in an error object. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  let first = '';
  visitScalars(error, 20, (_key, scalar) => {
    if (first === '' && typeof scalar === 'string') first = scalar;
  });
  return first;
}

/**
 * The outcome of a step. A flag, an exit code or a status decides; without one, the text does.
 * @param wholeText search for error lines in the whole text (output of commands), not only at its start
 */
export function readOutcome(payload: JsonRecord, output: unknown, wholeText = false): Outcome {
  const exit = exitCodeOf(output);
  const stated = statedOutcome(payload) ?? (exit === undefined ? undefined : exit === 0 ? 'ok' : 'error');
  if (stated === 'ok') return { outcome: 'ok', stated: true };
  const named = readField(payload, 'error', isAnything);
  const message = messageOf(named);
  if (stated === 'error') {
    const own = inferredError(output, wholeText) ??
      describe(message) ??
      describe(textOf(output)) ?? { template: UNNAMED, sample: UNNAMED };
    return { outcome: 'error', stated: true, error: own };
  }
  const inferred =
    inferredError(output, wholeText) ??
    (Object.hasOwn(payload, 'stderr') && named === payload['stderr']
      ? inferredError(message, wholeText)
      : describe(message));
  if (inferred !== undefined) return { outcome: 'error', error: inferred };
  return output === undefined || output === null ? {} : { outcome: 'ok' };
}

/** A payload's verdict on the whole session: true for success, false for failure, undefined without one. */
export function readVerdict(payload: JsonRecord): boolean | undefined {
  const flag = readField(payload, 'sessionVerdict', isFlag);
  if (flag !== undefined) return flag;
  const reward = readField(payload, 'reward', isNumber);
  return reward === undefined ? undefined : reward >= 1;
}
