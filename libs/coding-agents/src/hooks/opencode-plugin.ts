import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Part {
  type: string;
  text?: string;
}

const HOOK = fileURLToPath(new URL('../../dist/strata-hook.js', import.meta.url));

/** A plugin of OpenCode, which has no hooks that run programs: it runs the hook program itself, and never fails. */
export const Strata = ({ directory }: { directory: string }) => {
  const argumentsOf = new Map<string, unknown>();
  const call = (sessionID: string, event: string, fields: object = {}) =>
    runProgram({ session_id: sessionID, cwd: directory, hook_event_name: event, ...fields });

  return Promise.resolve({
    'chat.message': async ({ sessionID }: { sessionID: string }, { parts }: { parts: Part[] }): Promise<void> => {
      const text = parts.find(({ type }) => type === 'text');
      if (text?.text === undefined) return;
      const context = await call(sessionID, 'UserPromptSubmit', { prompt: text.text });
      if (context !== '') text.text = `${text.text}\n\n${context}`;
    },
    'tool.execute.before': ({ callID }: { callID: string }, { args }: { args?: unknown }): Promise<void> => {
      argumentsOf.set(callID, args);
      return Promise.resolve();
    },
    'tool.execute.after': async (
      { tool, sessionID, callID, args }: { tool: string; sessionID: string; callID: string; args?: unknown },
      { output, metadata }: { output?: string; metadata?: unknown },
    ): Promise<void> => {
      const input = args ?? argumentsOf.get(callID) ?? {};
      argumentsOf.delete(callID);
      const result = { tool_name: tool, tool_input: input, tool_use_id: callID, tool_response: { output, metadata } };
      await call(sessionID, 'PostToolUse', result);
    },
  });
};

/** Runs the hook program, and returns the context that it gives; empty if it gives none. */
function runProgram(input: object): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('node', [HOOK, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve('')).on('close', () => resolve(contextIn(output)));
    child.stdin.end(JSON.stringify(input));
  });
}

function contextIn(output: string): string {
  try {
    const { hookSpecificOutput } = JSON.parse(output) as { hookSpecificOutput?: { additionalContext?: string } };
    return hookSpecificOutput?.additionalContext ?? '';
  } catch {
    return '';
  }
}
