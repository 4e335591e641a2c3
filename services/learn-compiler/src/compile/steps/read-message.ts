import { isRole, isServedPerson } from '@strata/kernel/speaker-roles';
import { isRecord, type JsonRecord } from '../text/json.ts';
import { isAnything, isText, readField } from './payload-fields.ts';

export interface ReadMessage {
  role: string | null;
  speaker: string | null;
  text: string;
  /** Tool calls and tool results in the blocks of the message, in order. */
  calls: JsonRecord[];
  results: JsonRecord[];
}

/** Other names of the person whom a program serves. */
const CUSTOMERS = new Set(['customer', 'client']);
const NAME_LIMIT = 120;
/** A longer text in a name's field is not a name. */
const isName = (value: unknown): value is string => isText(value) && value.length <= NAME_LIMIT;
const EVENT_WORDS = new Set(['message', 'text', 'chat', 'event']);

/** Whether a role is the requester's. */
export const isRequester = (role: string | null | undefined): boolean =>
  isServedPerson(role) || CUSTOMERS.has(role?.toLowerCase() ?? '');

/** Reads a message of any accepted shape: a string, a record with text or content blocks, or a record wrapped in `message`. */
export function readMessage(payload: unknown): ReadMessage {
  if (typeof payload === 'string') return { role: null, speaker: null, text: payload, calls: [], results: [] };
  if (!isRecord(payload)) return { role: null, speaker: null, text: '', calls: [], results: [] };
  const inner = payload['message'];
  const record =
    isRecord(inner) && (Object.hasOwn(inner, 'content') || Object.hasOwn(inner, 'text'))
      ? { ...payload, ...inner }
      : payload;
  const calls: JsonRecord[] = [];
  const results: JsonRecord[] = [];
  const texts: string[] = [];
  const content = readField(record, 'text', isAnything);
  if (typeof content === 'string') texts.push(content);
  for (const block of Array.isArray(content) ? content : isRecord(content) ? [content] : []) {
    if (typeof block === 'string') texts.push(block);
    else if (isRecord(block)) {
      if (block['type'] === 'tool_use' || block['type'] === 'tool_call') calls.push(block);
      else if (block['type'] === 'tool_result') results.push(block);
      else if (typeof block['text'] === 'string') texts.push(block['text']);
    }
  }
  for (const call of Array.isArray(record['tool_calls']) ? record['tool_calls'] : [])
    if (isRecord(call)) calls.push(call);
  const speaker = readField(record, 'speaker', isName)?.trim() ?? null;
  const said = readField(record, 'role', isName)?.trim() ?? null;
  const role = said !== null && !EVENT_WORDS.has(said.toLowerCase()) ? said : speaker;
  const text = texts.join('\n').trim();
  if (role?.toLowerCase() === 'tool' || role?.toLowerCase() === 'function')
    return { role, speaker, text: '', calls, results: [record] };
  return {
    role: role !== null && (isRole(role) || isRequester(role)) ? role.toLowerCase() : role,
    speaker: speaker ?? role,
    text,
    calls,
    results,
  };
}
