import type { Result } from '@strata/transcripts/acts/act';
import { contentText } from '@strata/transcripts/acts/content-text';
import { statedExitCode } from '@strata/transcripts/acts/exit-code';
import { geminiOutput, geminiShellResult } from '@strata/transcripts/acts/gemini-texts';
import { joinedCall } from '@strata/transcripts/acts/joined-call';
import { isRecord, parsedJson, recordIn, textIn, type JsonRecord } from '@strata/transcripts/acts/json';
import type { CallAct } from '@strata/transcripts/acts/open-calls';
import { unwrapOutput } from '@strata/transcripts/acts/response-items';

/** The id of a call of a tool. A client that tells none gets one from the id of the hook call. */
export const callIdOf = (input: JsonRecord, id: string): string =>
  textIn(input, 'tool_use_id', 'tool_call_id') ?? `hook/${id}`;

/** The acts of a call of a tool that a hook told. `id` is that of the hook call. */
export function toolActs(input: JsonRecord, id: string): CallAct[] {
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
  if (typeof response['llmContent'] === 'string') return geminiResult(response['llmContent'], failed);
  return withExitCode(
    { output: text ?? response, ...(failed ? { failed } : {}) },
    exitCode ?? statedExitCode(response) ?? statedExitCode(text),
  );
}

function geminiResult(content: string, failed: boolean): Result {
  const text = geminiOutput(content);
  const { output, exitCode } = geminiShellResult(text) ?? { output: text, exitCode: statedExitCode(text) };
  return withExitCode({ output, ...(failed ? { failed } : {}) }, exitCode);
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
