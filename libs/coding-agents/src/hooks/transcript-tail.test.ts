import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { importTranscripts } from '@strata/transcripts/importing/import-transcripts';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientName } from '../clients.ts';
import { hookEvents } from './hook-events.ts';
import { TranscriptTails } from './transcript-tail.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A session in the shape of one client: someone says "go on" twice, and is answered "Done." twice, after a command. */
const SESSIONS = {
  'claude-code': {
    file: 's-1.jsonl',
    records: [1, 2].flatMap((turn) => [
      { type: 'user', uuid: `u${turn}`, promptId: `p${turn}`, timestamp: at(10 * turn), said: 'go on' },
      { type: 'assistant', uuid: `a${turn}`, timestamp: at(10 * turn + 2), said: 'Done.' },
    ]),
    record: ({ type, said, ...rest }: { type: string; said: string }) => ({
      ...{ type, sessionId: 's-1', ...rest },
      message: { role: type, content: [{ type: 'text', text: said }] },
    }),
    hooks: [1, 2].flatMap((turn) => [
      [10 * turn + 0.5, { hook_event_name: 'UserPromptSubmit', prompt: 'go on', prompt_id: `p${turn}` }],
      [10 * turn + 2.5, { hook_event_name: 'Stop', last_assistant_message: 'Done.', prompt_id: `p${turn}` }],
    ]),
  },
  codex: {
    file: 'rollout-2026-11-20T10-00-00-0199c2de-0000-7000-8000-000000000001.jsonl',
    records: [1, 2].flatMap((turn) => [
      { type: 'response_item', timestamp: at(10 * turn + 1), role: 'user', said: 'go on' },
      { type: 'event_msg', timestamp: at(10 * turn + 2), callId: `c${turn}` },
      { type: 'response_item', timestamp: at(10 * turn + 3), role: 'assistant', said: 'Done.' },
    ]),
    record: ({ type, timestamp, role, said, callId }: Record<string, string>) => ({
      ...{ type, timestamp },
      payload:
        callId === undefined
          ? { type: 'message', role, content: [{ type: 'text', text: said }] }
          : {
              type: 'item_completed',
              item: { type: 'CommandExecution', id: callId, command: ['bash', '-lc', 'make'], exit_code: 7 },
            },
    }),
    hooks: [1, 2].flatMap((turn) => [
      [10 * turn + 0.5, { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }],
      [
        10 * turn + 2.5,
        {
          ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: `c${turn}` },
          ...{ tool_input: { command: 'make' }, tool_response: 'boom' },
        },
      ],
      [10 * turn + 3.5, { hook_event_name: 'Stop', last_assistant_message: 'Done.' }],
    ]),
  },
  gemini: {
    file: 'session-1.jsonl',
    records: [1, 2].flatMap((turn) => [
      { id: `u${turn}`, type: 'user', timestamp: at(10 * turn + 1), content: [{ text: 'go on' }] },
      {
        ...{ id: `g${turn}`, type: 'gemini', timestamp: at(10 * turn + 2), content: '' },
        toolCalls: [
          {
            ...{ id: `k${turn}`, name: 'run_shell_command', args: { command: 'make' }, status: 'success' },
            ...{ timestamp: at(10 * turn + 3) },
            result: [{ functionResponse: { response: { output: 'Output: boom\nExit Code: 2' } } }],
          },
        ],
      },
      { id: `e${turn}`, type: 'gemini', timestamp: at(10 * turn + 4), content: 'Done.' },
    ]),
    record: (record: object) => record,
    hooks: [1, 2].flatMap((turn) => [
      [10 * turn + 0.5, { hook_event_name: 'BeforeAgent', prompt: 'go on', timestamp: at(10 * turn + 0.4) }],
      [
        10 * turn + 3.5,
        {
          ...{ hook_event_name: 'AfterTool', tool_name: 'run_shell_command', timestamp: at(10 * turn + 2.9) },
          ...{ tool_input: { command: 'make' }, tool_response: { llmContent: 'Output: boom\nExit Code: 2' } },
        },
      ],
      [10 * turn + 4.5, { hook_event_name: 'AfterAgent', prompt_response: 'Done.', timestamp: at(10 * turn + 4.1) }],
    ]),
  },
} as const;

describe('What hooks tell and a transcript has', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-tail-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const importedKeys = async (client: keyof typeof SESSIONS, path: string): Promise<string[]> => {
    const keys: string[] = [];
    await importTranscripts(client, {
      ...{ path, stateDir: join(folder, 'state'), target: 'here' },
      send: (events) => {
        keys.push(...events.map(({ idempotencyKey = '' }) => idempotencyKey));
        return Promise.resolve({ errorDetails: [] });
      },
    });
    return keys;
  };
  const spooled = (client: ClientName, path: string, seconds: number, input: object) => ({
    ...{ id: `line-${seconds}`, at: at(seconds), client, repository: 'shop' },
    input: { session_id: sessionOf(path), transcript_path: path, ...input },
  });
  const sessionOf = (path: string): string => /0199c2de[\w-]+|session-1|s-1/.exec(path)?.[0] ?? '';

  it.each(['claude-code', 'codex', 'gemini'] as const)(
    'has one key for both in %s, also when the same was said twice',
    async (client) => {
      const { file, records, record, hooks } = SESSIONS[client];
      const path = join(folder, file);
      await writeFile(path, lines(records.map((each) => record(each as never))));
      const transcripts = new TranscriptTails();
      const captured: string[] = [];
      for (const [seconds, input] of hooks as unknown as [number, object][]) {
        const line = spooled(client, path, seconds, input);
        for (const { idempotencyKey = '' } of hookEvents(line, await transcripts.recorded(line)))
          captured.push(idempotencyKey);
      }
      expect(new Set(captured).size).toBe(records.length);
      expect([...captured].sort()).toEqual((await importedKeys(client, path)).sort());
    },
  );

  it('has the exit code that hooks of Codex do not tell', async () => {
    const { file, records, record, hooks } = SESSIONS.codex;
    const path = join(folder, file);
    await writeFile(path, lines(records.map(record)));
    const [seconds, input] = hooks[1] as unknown as [number, object];
    const line = spooled('codex', path, seconds, input);
    expect(hookEvents(line)[0]?.payload).not.toHaveProperty('exitCode');
    expect(hookEvents(line, await new TranscriptTails().recorded(line))[0]?.payload).toMatchObject({ exitCode: 7 });
  });

  it('does not take an earlier message of the same words for one that is not written yet', async () => {
    const { file, records, record } = SESSIONS.gemini;
    const path = join(folder, file);
    await writeFile(path, lines(records.slice(0, 3).map(record)));
    const now = Date.now();
    const input = { hook_event_name: 'BeforeAgent', prompt: 'go on', timestamp: new Date(now).toISOString() };
    const line = { ...spooled('gemini', path, 0, input), at: new Date(now).toISOString() };
    const looking = new TranscriptTails().recorded(line);
    const written = { id: 'late', type: 'user', timestamp: new Date(now + 5).toISOString(), content: 'go on' };
    await appendFile(path, lines([written]));
    expect(await looking).toMatchObject([{ key: 'late' }]);
    const answer = {
      hook_event_name: 'AfterAgent',
      prompt_response: 'Done.',
      timestamp: new Date(now + 10).toISOString(),
    };
    expect(await new TranscriptTails().recorded(spooled('gemini', path, 1000, answer))).toEqual([]);
  });

  it('is the same when the spool has no secret of it', async () => {
    const path = join(folder, 's-1.jsonl');
    const said = 'Use DB_PASSWORD=kelp-and-7-tides';
    const { record } = SESSIONS['claude-code'];
    await writeFile(path, lines([record({ ...SESSIONS['claude-code'].records[0], said } as never)]));
    const prompt = 'Use DB_PASSWORD=[secret:credential_assignment:000000000000]';
    const input = { hook_event_name: 'UserPromptSubmit', prompt, prompt_id: 'p1' };
    expect(await new TranscriptTails().recorded(spooled('claude-code', path, 11, input))).toMatchObject([
      { key: 'u1/0' },
    ]);
  });
});
