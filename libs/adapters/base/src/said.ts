import type { Input } from '@strata/client/strata';
import { withoutRecalled } from './without-recalled.ts';

/** What was said or done, without a session. */
export type Said = Pick<Input<'captureEvent'>, 'type' | 'payload'>;
export type Json = Said['payload'][string];

/** Below the 256 KiB of an event, whatever JSON makes of a character. */
export const MAX_CHARACTERS = 40_000;

/** A tool, and the id that connects a call of it with its result. */
export interface ToolOfCall {
  /** Undefined where a framework does not repeat it: the call has it. */
  readonly toolName: string | undefined;
  readonly toolCallId: string;
}

export interface ToolResult {
  readonly value: unknown;
  /** Undefined where a framework does not say: what the value says counts. */
  readonly isError: boolean | undefined;
}

/** A message with a text, without what was recalled; nothing if nothing is left. */
export function saidText(role: string, text: string): Said[] {
  const content = bounded(text);
  return content === '' ? [] : [{ type: 'message', payload: { role, content } }];
}

/** A call of a tool. */
export const saidCall = ({ toolName, toolCallId }: ToolOfCall, input: unknown): Said[] => [
  { type: 'tool_call', payload: { ...named(toolName), input: bounded(input), tool_call_id: toolCallId } },
];

/** What came of a call. */
export function saidResult({ toolName, toolCallId }: ToolOfCall, { value, isError }: ToolResult): Said[] {
  const ending = isError === true ? { error: bounded(value) } : { output: bounded(value) };
  const success = isError === undefined ? {} : { success: !isError };
  return [{ type: 'tool_result', payload: { ...named(toolName), tool_call_id: toolCallId, ...ending, ...success } }];
}

const named = (toolName: string | undefined) => (toolName === undefined ? {} : { tool_name: toolName });

/** What JSON can hold of a value, without what was recalled in any of its texts. */
export function withoutRecalledIn(value: unknown): Json {
  const json = JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'string' ? withoutRecalled(child) : child,
  ) as string | undefined;
  return json === undefined ? null : (JSON.parse(json) as Json);
}

/** A value without what was recalled. What is too long for an event becomes a text, and its end is cut. */
function bounded(value: unknown): Json {
  const kept = withoutRecalledIn(value);
  const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
  return text.length > MAX_CHARACTERS ? `${cut(text, MAX_CHARACTERS)}…` : kept;
}

/** The first characters of a text. One of two halves is not cut in the middle. */
export const cut = (text: string, characters: number): string =>
  text.slice(0, characters).replace(/[\uD800-\uDBFF]$/u, '');

/** The JSON in a text, as models write the input of a call; the text itself if it is none. */
export function parsedInput(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
