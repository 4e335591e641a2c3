import type {
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { Input } from '@strata/client/strata';
import { withoutRecalled } from './without-recalled.ts';

/** What was said or done, without a session. */
export type Said = Pick<Input<'captureEvent'>, 'type' | 'payload'>;
type Json = Said['payload'][string];

/** Below the 256 KiB of an event, whatever JSON makes of a character. */
const MAX_CHARACTERS = 40_000;

/** What a message of a prompt says. System messages, files and thoughts say nothing. */
export function saidInPrompt(message: LanguageModelV4Message): Said[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return saying('user', textOf(message));
    case 'assistant':
      return message.content.flatMap((part) => {
        if (part.type === 'text') return saying('assistant', part.text);
        if (part.type === 'tool-call') return call(part, part.input);
        return part.type === 'tool-result' ? result(part, resultOf(part.output)) : [];
      });
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result' ? result(part, resultOf(part.output)) : [],
      );
  }
}

/** What a model answered: texts, calls of tools, and the results of tools that the provider ran itself. */
export function saidInAnswer(content: readonly LanguageModelV4Content[]): Said[] {
  return content.flatMap((part) => {
    if (part.type === 'text') return saying('assistant', part.text);
    if (part.type === 'tool-call') return call(part, parsed(part.input));
    if (part.type !== 'tool-result' || part.preliminary === true) return [];
    return result(part, { value: part.result, isError: part.isError === true });
  });
}

/** The texts of a message of a user, without what was recalled. */
export const textOf = ({ content }: LanguageModelV4Message & { readonly role: 'user' }): string =>
  withoutRecalled(content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')).trim();

function saying(role: string, text: string): Said[] {
  const content = bounded(text);
  return content === '' ? [] : [{ type: 'message', payload: { role, content } }];
}

type Tool = Pick<LanguageModelV4ToolResultPart, 'toolName' | 'toolCallId'>;

const call = ({ toolName, toolCallId }: Tool, input: unknown): Said[] => [
  { type: 'tool_call', payload: { tool_name: toolName, input: bounded(input), tool_call_id: toolCallId } },
];

function result({ toolName, toolCallId }: Tool, { value, isError }: Result): Said[] {
  const ending = isError ? { error: bounded(value), success: false } : { output: bounded(value), success: true };
  return [{ type: 'tool_result', payload: { tool_name: toolName, tool_call_id: toolCallId, ...ending } }];
}

interface Result {
  readonly value: unknown;
  readonly isError: boolean;
}

function resultOf(output: LanguageModelV4ToolResultOutput): Result {
  switch (output.type) {
    case 'text':
    case 'json':
      return { value: output.value, isError: false };
    case 'error-text':
    case 'error-json':
      return { value: output.value, isError: true };
    case 'execution-denied':
      return { value: output.reason ?? 'The call was denied', isError: true };
    case 'content':
      return {
        value: output.value.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
        isError: false,
      };
  }
}

/** A value without what was recalled, as JSON. What is too long for an event becomes a text, and its end is cut. */
function bounded(value: unknown): Json {
  const json = JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'string' ? withoutRecalled(child) : child,
  ) as string | undefined;
  if (json === undefined) return null;
  const kept = JSON.parse(json) as Json;
  const text = typeof kept === 'string' ? kept : json;
  return text.length > MAX_CHARACTERS ? `${cut(text, MAX_CHARACTERS)}…` : kept;
}

/** The first characters of a text. One of two halves is not cut in the middle. */
export const cut = (text: string, characters: number): string =>
  text.slice(0, characters).replace(/[\uD800-\uDBFF]$/u, '');

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
