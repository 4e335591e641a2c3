import { isDeepStrictEqual } from 'node:util';
import type { Act, Found } from '@strata/transcripts/acts/act';
import { geminiPrompt } from '@strata/transcripts/acts/gemini-texts';
import { withoutInjected } from '@strata/transcripts/acts/injected-text';
import { maskSecrets } from '@strata/secrets/mask-secrets';
import type { ClientName } from '../clients.ts';
import { isObject, readHookCall, textOf, type HookCall } from './hook-call.ts';
import type { SpoolLine } from './spool.ts';
import { toolActs } from './tool-acts.ts';

/** A hook call, and when it came. */
interface Told {
  readonly client: ClientName;
  readonly call: HookCall;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** Clients that write a prompt to the transcript after its hooks have run; Claude Code does so before, and names the prompt. */
const PROMPT_FOLLOWS: ReadonlySet<ClientName> = new Set(['codex', 'gemini']);
/** What hooks of these clients do not tell of a tool: its exit code, or the id of the call. */
const TOOLS_TELL_LESS: ReadonlySet<ClientName> = new Set(['codex', 'gemini']);

/** What is asked of a transcript for a line of the spool. Undefined if the hook tells everything itself. */
export function toldBy({ client, input, at, id }: SpoolLine): Told | undefined {
  const call = readHookCall(client, input);
  if (call === undefined) return undefined;
  const { kind } = call;
  const isAsked = kind === 'prompt' || kind === 'reply' || (kind === 'tool' && TOOLS_TELL_LESS.has(client));
  // Gemini CLI tells its own time, which is that of the transcript.
  return isAsked ? { client, call, id, at: Date.parse(textOf(input, 'timestamp') ?? at) } : undefined;
}

/**
 * The acts of a transcript that are the same as what a hook told, in the order of the transcript. Empty if there are none (yet). Texts
 * alone do not decide: the same can be said twice, so the time and the turn must fit too. `taken` has the keys of other calls.
 */
export function findRecorded(told: Told, found: readonly Found[], taken: ReadonlySet<string>): readonly Found[] {
  switch (told.call.kind) {
    case 'prompt':
      return promptOf(told, found);
    case 'reply':
      return replyOf(told, found);
    default:
      return toolOf(told, found, taken);
  }
}

function promptOf({ client, call, at }: Told, found: readonly Found[]): readonly Found[] {
  const turn = textOf(call.input, 'prompt_id');
  const same = found.filter((each) => isMessage(each, 'user', call.prompt));
  const follows = PROMPT_FOLLOWS.has(client);
  const fitting = follows
    ? same.find((each) => timeOf(each) >= at)
    : same.findLast((each) => turn !== undefined && each.turn === turn && timeOf(each) <= at);
  return fitting === undefined ? [] : [fitting];
}

/** The answer that the turn ended with: the last one of this text that stands behind the last prompt. */
function replyOf({ call, at }: Told, found: readonly Found[]): readonly Found[] {
  const text = textOf(call.input, 'last_assistant_message', 'prompt_response', 'text');
  const before = found.filter((each) => timeOf(each) <= at);
  const prompt = before.findLastIndex(({ act }) => act.kind === 'message' && act.role === 'user');
  const fitting = before.slice(prompt + 1).findLast((each) => isMessage(each, 'assistant', text));
  return fitting === undefined ? [] : [fitting];
}

function toolOf({ call, at, id }: Told, found: readonly Found[], taken: ReadonlySet<string>): readonly Found[] {
  const callId = textOf(call.input, 'tool_use_id', 'tool_call_id');
  if (callId !== undefined) return found.filter(({ key }) => key.startsWith(`${callId}/`));
  const [told] = toolActs(call.input, id);
  const first = found.find(
    (each) => timeOf(each) >= at && !taken.has(each.key) && told !== undefined && isSameUse(each.act, told.act),
  );
  return first === undefined ? [] : found.filter(({ key }) => callOf(key) === callOf(first.key));
}

const callOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));
const timeOf = ({ at }: Found): number => (at === undefined ? Number.NaN : new Date(at).getTime());

function isMessage({ act }: Found, role: 'user' | 'assistant', text: string | undefined): boolean {
  return act.kind === 'message' && act.role === role && text !== undefined && isSameText(act.text, text);
}

/** Whether a text of a transcript is what a hook told. In the spool, secrets are replaced. */
function isSameText(recorded: string, told: string): boolean {
  const [one, other] = [plain(recorded), plain(told)];
  return one === other || (other.includes('[secret:') && maskSecrets(one).masked === other);
}

const plain = (text: string): string => withoutInjected(geminiPrompt(text) ?? text).trim();

/** Whether two acts use the same tool in the same way, whatever came of it. */
function isSameUse(recorded: Act, told: Act): boolean {
  const [one, other] = [useOf(recorded), useOf(told)];
  return (
    isDeepStrictEqual(one, other) ||
    (JSON.stringify(other).includes('[secret:') && isDeepStrictEqual(maskSecrets(one).masked, other))
  );
}

function useOf(act: Act): unknown {
  if (act.kind === 'command') return [act.command];
  if (act.kind === 'edit') return [act.operation, act.path, act.change];
  if (act.kind === 'call') return [act.tool, isObject(act.input) ? { ...act.input } : act.input];
  return [];
}
