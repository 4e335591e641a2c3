import { spawn } from 'node:child_process';
import { HOOK_PROGRAM } from './programs.ts';

interface Part {
  id?: string;
  type: string;
  text?: string;
  synthetic?: boolean;
}

interface SessionEvent {
  type: string;
  properties?: { info?: { id?: string; parentID?: string } };
}

const MAX_SESSIONS = 500;

/** A plugin of OpenCode, which has no hooks that run programs: it runs the hook program itself, and never fails. */
export const Strata = ({ directory }: { directory: string }) => {
  const argumentsOf = new Map<string, unknown>();
  /** What was recalled at the start of each session. */
  const startOf = new Map<string, Promise<string>>();
  const subagents = new Set<string>();
  const call = (sessionID: string, event: string, fields: object = {}): Promise<string> =>
    subagents.has(sessionID)
      ? Promise.resolve('')
      : runProgram({ session_id: sessionID, cwd: directory, hook_event_name: event, ...fields });

  return Promise.resolve({
    event: ({ event }: { event: SessionEvent }): Promise<void> => {
      const { id, parentID } = event.properties?.info ?? {};
      if (event.type === 'session.created' && id !== undefined && parentID !== undefined) keep(subagents, id);
      return Promise.resolve();
    },
    'experimental.chat.system.transform': async (
      { sessionID }: { sessionID?: string },
      { system }: { system: string[] },
    ): Promise<void> => {
      if (sessionID === undefined) return;
      const start = startOf.get(sessionID) ?? call(sessionID, 'SessionStart');
      keep(startOf.set(sessionID, start));
      const context = await start;
      if (context !== '') system.push(context);
    },
    'chat.message': async ({ sessionID }: { sessionID: string }, { parts }: { parts: Part[] }): Promise<void> => {
      const text = parts.find(({ type, synthetic }) => type === 'text' && synthetic !== true);
      if (text?.text === undefined) return;
      const context = await call(sessionID, 'UserPromptSubmit', { prompt: text.text, part_id: text.id });
      if (context !== '') text.text = `${text.text}\n\n${context}`;
    },
    'experimental.text.complete': async (
      { sessionID, partID }: { sessionID: string; partID: string },
      { text }: { text: string },
    ): Promise<void> => {
      if (text.trim() !== '') await call(sessionID, 'Stop', { last_assistant_message: text, part_id: partID });
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

/** Forgets the oldest of what a long process has collected. */
function keep(collected: Map<string, unknown>): void;
function keep(collected: Set<string>, added: string): void;
function keep(collected: Map<string, unknown> | Set<string>, added?: string): void {
  if (collected instanceof Set && added !== undefined) collected.add(added);
  const [oldest] = collected.keys();
  if (collected.size > MAX_SESSIONS && oldest !== undefined) collected.delete(oldest);
}

/** Runs the hook program, and returns the context that it gives; empty if it gives none. */
function runProgram(input: object): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('node', [HOOK_PROGRAM, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'] });
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
