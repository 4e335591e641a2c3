import type { ClientName } from '../clients.ts';

/** This file and what it imports start with every hook call, so they import little. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a hook call tells: a session begins, a person said something, a tool was used, the agent answered, the session ends. */
export type HookKind = 'start' | 'prompt' | 'tool' | 'reply' | 'end';

export interface HookCall {
  readonly kind: HookKind;
  /** As the client calls it. */
  readonly eventName: string;
  readonly sessionId: string;
  readonly cwd: string | undefined;
  /** What was said, of a `prompt`. */
  readonly prompt: string | undefined;
  readonly input: JsonObject;
}

/** The names of hooks in lower case. */
const KINDS: Readonly<Record<string, HookKind>> = {
  sessionstart: 'start',
  userpromptsubmit: 'prompt',
  beforesubmitprompt: 'prompt',
  beforeagent: 'prompt',
  posttooluse: 'tool',
  posttoolusefailure: 'tool',
  aftertool: 'tool',
  stop: 'reply',
  afteragent: 'reply',
  afteragentresponse: 'reply',
  sessionend: 'end',
};
/** What a client says in the user's name when it has shortened a conversation. */
const SUMMARY = /^\s*This session is being continued from a previous conversation/;
const MAX_ID = 500;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of some fields that is a text and not empty. */
export function textOf(input: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/**
 * Reads what a client wrote to standard input. Undefined for hooks that tell nothing: of subagents, of summaries, and of other clients
 * that run the hooks of Claude Code too.
 */
export function readHookCall(client: ClientName, input: unknown): HookCall | undefined {
  if (!isObject(input)) return undefined;
  const eventName = textOf(input, 'hook_event_name', 'hookEventName') ?? '';
  const kind = KINDS[eventName.toLowerCase()];
  const sessionId = textOf(input, 'session_id', 'sessionId', 'conversation_id');
  if (kind === undefined || sessionId === undefined || sessionId.length > MAX_ID) return undefined;
  if (client === 'claude-code' && (!Object.hasOwn(input, 'hook_event_name') || Object.hasOwn(input, 'cursor_version')))
    return undefined;
  if (input['isSidechain'] === true || input['isCompactSummary'] === true) return undefined;
  if (textOf(input, 'agent_id') !== undefined) return undefined;
  const prompt = kind === 'prompt' ? textOf(input, 'prompt', 'user_prompt') : undefined;
  if (prompt !== undefined && SUMMARY.test(prompt)) return undefined;
  const roots = input['workspace_roots'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const cwd = textOf(input, 'cwd') ?? (typeof root === 'string' ? root : undefined);
  return { kind, eventName, sessionId, cwd, prompt, input };
}
