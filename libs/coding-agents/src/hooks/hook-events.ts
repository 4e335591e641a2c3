import type { CallAct } from '@strata/transcripts/acts/open-calls';
import type { Found, Result } from '@strata/transcripts/acts/act';
import { contentText } from '@strata/transcripts/acts/content-text';
import { statedExitCode } from '@strata/transcripts/acts/exit-code';
import { joinedCall } from '@strata/transcripts/acts/joined-call';
import { isRecord, parsedJson, recordIn, textIn, type JsonRecord } from '@strata/transcripts/acts/json';
import { unwrapOutput } from '@strata/transcripts/acts/response-items';
import { makeEvent } from '@strata/transcripts/events/make-event';
import type { EventInput } from '@strata/client/event-buffer';
import { readHookCall } from './hook-call.ts';
import type { SpoolLine } from './spool.ts';

/**
 * The events of a hook call. Calls of tools have the idempotency keys that `strata import` gives them, so a session that is captured
 * and imported has them once. Hooks do not tell the ids of messages, so these have keys of their own.
 */
export function hookEvents({ id, at, client, repository, input }: SpoolLine): EventInput[] {
  const call = readHookCall(client, input);
  if (call === undefined) return [];
  const { kind, sessionId, cwd, prompt } = call;
  const model = textIn(input, 'model');
  const session = { sessionId, ...(cwd === undefined ? {} : { cwd }), ...(model === undefined ? {} : { model }) };
  const eventsOf = (acts: readonly { readonly key: string; readonly act: Found['act'] }[]): EventInput[] =>
    acts.flatMap(({ key, act }) => {
      const made = makeEvent(client, { act, key, at, session }, { tags: [`repo:${repository}`] });
      if (made === undefined) return [];
      const { event } = made;
      const metadata = Object.entries(event.metadata ?? {}).filter(([name]) => name !== 'importedFrom');
      return [{ ...event, metadata: { ...Object.fromEntries(metadata), capturedBy: 'hook' } } as EventInput];
    });
  switch (kind) {
    case 'prompt':
      return prompt === undefined
        ? []
        : eventsOf([{ key: `hook/${id}`, act: { kind: 'message', role: 'user', text: prompt } }]);
    case 'reply': {
      const text = textIn(input, 'last_assistant_message', 'prompt_response', 'text');
      return text === undefined
        ? []
        : eventsOf([{ key: `hook/${id}`, act: { kind: 'message', role: 'assistant', text } }]);
    }
    case 'tool':
      return eventsOf(toolActs(input, id).map(({ part, act }) => ({ key: `${callIdOf(input, id)}/${part}`, act })));
    case 'end':
      return [
        {
          type: 'message',
          sessionId,
          // Nothing was said: the event only closes the session.
          payload: { role: 'system', content: '' },
          metadata: {
            agentId: client,
            tags: [`repo:${repository}`],
            occurredAt: at,
            sessionEnd: true,
            capturedBy: 'hook',
          },
          idempotencyKey: `${client}/hook/${id}`,
        },
      ];
    case 'start':
      return [];
  }
}

const callIdOf = (input: JsonRecord, id: string): string =>
  textIn(input, 'tool_use_id', 'tool_call_id') ?? `hook/${id}`;

function toolActs(input: JsonRecord, id: string): CallAct[] {
  const tool = textIn(input, 'tool_name') ?? 'unnamed';
  const given = parsedJson(input['tool_input']);
  // Codex tells a patch as a command.
  const patch = tool === 'apply_patch' && isRecord(given) ? textIn(given, 'command') : undefined;
  return joinedCall(callIdOf(input, id), tool, patch ?? given, resultOf(input));
}

function resultOf(input: JsonRecord): Result {
  const error = textIn(input, 'error', 'error_message');
  const response: unknown = parsedJson(input['tool_response'] ?? input['tool_result'] ?? input['tool_output']);
  if (error !== undefined) return withExitCode({ output: error, failed: true }, statedExitCode(error));
  if (!isRecord(response)) return withExitCode({ output: contentText(response) ?? response }, statedExitCode(response));
  if (typeof response['stdout'] === 'string') return shellResult(response);
  const failed = isRecord(response['error']) || textIn(response, 'error') !== undefined;
  const { output, exitCode } = unwrapOutput(response);
  const text =
    contentText(response['llmContent']) ??
    textIn(response, 'output') ??
    (output === response ? contentText(output) : output);
  return withExitCode(
    { output: text ?? response, ...(failed ? { failed } : {}) },
    exitCode ?? statedExitCode(response) ?? statedExitCode(text),
  );
}

/** A shell of Claude Code: a command that failed comes as an error. Interrupted or in the background, its end is not known. */
function shellResult(response: JsonRecord): Result {
  const output = [textIn(response, 'stdout'), textIn(response, 'stderr')].filter(Boolean).join('\n');
  const isOpen =
    response['interrupted'] === true ||
    response['backgroundTaskId'] !== undefined ||
    textIn(response, 'returnCodeInterpretation') !== undefined;
  const stated = statedExitCode(recordIn({ response }, 'response'));
  return withExitCode({ output }, stated ?? (isOpen ? undefined : 0));
}

const withExitCode = (result: Result, exitCode: number | undefined): Result =>
  exitCode === undefined ? result : { ...result, exitCode };
