import { isRecord, parsedJson, textIn, type JsonRecord } from './json.ts';
import { contentText } from './content-text.ts';

/** Texts that programs write in the user's name before the first prompt. */
const SCAFFOLDING =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|INSTRUCTIONS|skill|subagent_notification|user_shell_command)[ >]|# AGENTS\.md instructions)/;

/** A message of the Responses API that a person or a model said. A reason stands for one that is left out. */
export function readItemMessage(item: JsonRecord): { role: 'user' | 'assistant'; text: string } | string {
  const { role } = item;
  if (role !== 'user' && role !== 'assistant') return `${typeof role === 'string' ? role : 'unnamed'} message`;
  const text = contentText(item['content']);
  if (text === undefined || text.trim() === '') return 'message without text';
  return role === 'user' && SCAFFOLDING.test(text) ? 'instructions of the program' : { role, text };
}

/** The name and the input of a call among the items of the Responses API, undefined for any other item. */
export function readItemCall(item: JsonRecord): { readonly tool: string; readonly input: unknown } | undefined {
  switch (item['type']) {
    case 'function_call':
      return { tool: textIn(item, 'name') ?? 'unnamed', input: parsedJson(item['arguments']) };
    case 'custom_tool_call':
      return { tool: textIn(item, 'name') ?? 'unnamed', input: item['input'] };
    case 'local_shell_call':
      return { tool: 'local_shell', input: item['action'] };
    default:
      return undefined;
  }
}

/** The text of a result among the items of the Responses API, and its exit code if it wraps both in JSON. */
export function readItemOutput(item: JsonRecord): unknown {
  const { output } = item;
  const value = parsedJson(output);
  if (isRecord(value) && typeof value['output'] === 'string' && isRecord(value['metadata'])) return value;
  return contentText(output) ?? output;
}

/** What a result says: the text without its wrapping, and the exit code. */
export function unwrapOutput(value: unknown): { readonly output: unknown; readonly exitCode?: number } {
  if (!isRecord(value) || typeof value['output'] !== 'string' || !isRecord(value['metadata'])) return { output: value };
  const { exit_code: exitCode } = value['metadata'];
  return { output: value['output'], ...(typeof exitCode === 'number' ? { exitCode } : {}) };
}
