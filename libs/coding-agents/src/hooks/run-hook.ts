import { writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientName } from '../clients.ts';
import { readHookCall, type HookCall } from './hook-call.ts';
import { logLine } from './hook-log.ts';
import { hookPlaces, numberOf, type Environment, type HookPlaces } from './places.ts';
import { repositoryName } from './repository-name.ts';
import { startDeliverer } from './start-deliverer.ts';

const DEFAULT_TIMEOUT_MS = 1500;
/** What is captured is written down even if the time is up, as after a slow start, but in no more than this. */
const WRITING_MS = 1000;
/** Claude Code passes 10,000 characters on whole. */
const DEFAULT_MAX_CHARACTERS = 9000;
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
/** Clients whose hooks can add something to a prompt. Those of the others can only at the start of a session. */
const TAKE_CONTEXT_WITH_PROMPTS: ReadonlySet<ClientName> = new Set(['claude-code', 'codex', 'gemini', 'opencode']);

/**
 * One hook call: reads it from standard input, puts it into the spool, and at the start of a session or with a prompt writes what
 * Strata knows to standard output. Whatever goes wrong, it calls `end`, without an output, and says why in the log: when its time limit
 * is up and the call is in the spool, or a second after the limit.
 */
export async function runHook(client: ClientName, env: Environment, end: () => void): Promise<void> {
  const places = hookPlaces(env);
  const timeoutMs = numberOf(env, 'STRATA_HOOK_TIMEOUT_MS', DEFAULT_TIMEOUT_MS, 60_000);
  const written = new Promise<void>((markWritten) => {
    void (async () => {
      try {
        const output = await answer(client, env, places, markWritten);
        if (output !== '') writeSync(1, output);
      } catch (error) {
        logLine(places, `${client}: ${error instanceof Error ? error.message : 'failed'}`);
      }
      end();
    })();
  });
  await delay(Math.max(1, timeoutMs - performance.now()));
  logLine(places, `${client}: no context within ${String(timeoutMs)} ms`);
  await Promise.race([written, delay(WRITING_MS)]);
  end();
}

async function answer(
  client: ClientName,
  env: Environment,
  places: HookPlaces,
  markWritten: () => void,
): Promise<string> {
  const call = readHookCall(client, parseInput(await readInput()));
  if (call === undefined) return '';
  const repository = repositoryName(call.cwd ?? process.cwd());
  const query = await queryOf(client, call, repository);
  // The service works on its answer while the call is written down.
  const recalled = query === undefined ? Promise.resolve('') : recall(env, query);
  const kept = keep(client, call, repository, env, places).finally(markWritten);
  await Promise.all([recalled.catch(() => undefined), kept]);
  const context = await recalled;
  return context === '' ? '' : outputFor(client, call, context);
}

/** Puts a call into the spool, and starts the process that delivers it. */
async function keep(
  client: ClientName,
  call: HookCall,
  repository: string,
  env: Environment,
  places: HookPlaces,
): Promise<void> {
  if (call.kind !== 'start')
    try {
      const { appendToSpool } = await import('./spool.ts');
      if (!appendToSpool(places, env, { client, call, repository }))
        logLine(places, `${client}: the spool is full, and a ${call.eventName} was left out`);
    } catch (error) {
      // What was recalled is given all the same.
      logLine(
        places,
        `${client}: a ${call.eventName} was left out: ${error instanceof Error ? error.message : 'failed'}`,
      );
    }
  await startDeliverer(places);
}

async function recall(env: Environment, query: string): Promise<string> {
  const [{ readCredentials }, { recallContext }] = await Promise.all([
    import('./credentials.ts'),
    import('./recall-context.ts'),
  ]);
  const credentials = readCredentials(env);
  if (credentials === undefined) throw new Error('there is no API key: set STRATA_API_KEY');
  const maxCharacters = numberOf(env, 'STRATA_HOOK_MAX_CHARACTERS', DEFAULT_MAX_CHARACTERS, 100_000);
  return recallContext(credentials, query, maxCharacters);
}

/** What to ask Strata, undefined if nothing is to be added. */
async function queryOf(
  client: ClientName,
  { kind, prompt }: HookCall,
  repository: string,
): Promise<string | undefined> {
  if (kind === 'start')
    return `Work in the repository ${repository}: its rules, commands, decisions, and errors with what helped`;
  if (kind !== 'prompt' || !TAKE_CONTEXT_WITH_PROMPTS.has(client)) return undefined;
  // A command of the client's own asks nothing.
  if (prompt === undefined || prompt.startsWith('/')) return undefined;
  // Gemini CLI puts the context of the session's start before the first prompt.
  if (client !== 'gemini' || !prompt.includes('<hook_context>')) return prompt;
  const { geminiPrompt } = await import('@strata/transcripts/acts/gemini-texts');
  return geminiPrompt(prompt);
}

function outputFor(client: ClientName, { eventName }: HookCall, context: string): string {
  if (client === 'cursor') return JSON.stringify({ additional_context: context });
  return JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext: context } });
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw new Error('the input of the hook is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The message of the parser would quote the input in the log. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the input of the hook is not JSON');
  }
}
