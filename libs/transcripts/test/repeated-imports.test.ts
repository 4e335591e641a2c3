import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { appendFile, writeFile } from 'node:fs/promises';
import type { SourceName } from '../src/importing/sources.ts';
import { ImportInterrupted } from '../src/importing/import-transcripts.ts';
import { assistant, bash, SESSION, toolResult, toolUse, user } from './claude-code-records.ts';
import { asLines, ImportFixture } from './import-fixture.ts';

const CLAUDE_CODE = [
  user('Räume den Export auf 🚀'),
  ...bash('t1', 'npm test', 'Tests: 1 failed, 1 total', 1),
  toolUse('t2', 'Bash', { command: 'npm ci' }),
  toolUse('t3', 'Read', { file_path: 'a.ts' }),
  toolResult('t3', 'export {};'),
  toolResult('t2', 'added 3 packages', { isError: false, beside: { stdout: 'added 3 packages' } }),
  toolUse('t4', 'Edit', { file_path: 'a.ts', old_string: 'one', new_string: 'two' }),
  toolResult('t4', 'updated', { isError: false }),
  ...bash('t5', 'npm test', 'Tests: 1 passed, 1 total'),
  assistant([{ type: 'text', text: 'Fertig: ü' }]),
];
const at = (seconds: number) => new Date(1.76e12 + seconds * 1000).toISOString();
const item = (seconds: number, payload: object) => ({ timestamp: at(seconds), type: 'response_item', payload });
const CODEX = [
  { timestamp: at(0), type: 'session_meta', payload: { id: 'c-1', cwd: '/home/ada' } },
  { timestamp: at(1), type: 'turn_context', payload: { model: 'gpt-x' } },
  item(2, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Größe prüfen' }] }),
  item(3, { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{"command":["bash","-lc","ls"]}' }),
  item(4, { type: 'function_call_output', call_id: 'c1', output: 'a.ts' }),
  {
    timestamp: at(5),
    type: 'event_msg',
    payload: { type: 'exec_command_end', call_id: 'c1', exit_code: 0, stdout: 'a.ts' },
  },
  item(6, { type: 'function_call', name: 'shell', call_id: 'c2', arguments: '{"command":["pwd"]}' }),
  item(7, { type: 'function_call_output', call_id: 'c2', output: '/home/ada' }),
  item(8, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ein paar Bytes' }] }),
];
const GEMINI = [
  { sessionId: 'g-1', projectHash: 'p', startTime: at(0), kind: 'main' },
  { id: 'm1', timestamp: at(1), type: 'user', content: 'Prüfe den Export' },
  { $set: { lastUpdated: at(1) } },
  {
    id: 'm2',
    timestamp: at(2),
    type: 'gemini',
    content: '',
    toolCalls: [
      { id: 'k1', name: 'run_shell_command', args: { command: 'ls' }, status: 'executing', timestamp: at(2) },
    ],
  },
  {
    id: 'm2',
    timestamp: at(2),
    type: 'gemini',
    content: '',
    toolCalls: [
      {
        id: 'k1',
        name: 'run_shell_command',
        args: { command: 'ls' },
        status: 'success',
        timestamp: at(2),
        result: [{ functionResponse: { response: { output: 'ä.ts' } } }],
      },
    ],
  },
  { id: 'm3', timestamp: at(3), type: 'gemini', content: [{ text: 'Fertig' }] },
];
const OPENAI = [
  { model: 'gpt-x', messages: [{ role: 'user', content: 'Größe?' }] },
  {
    model: 'gpt-x',
    messages: [
      { role: 'user', content: 'Größe?' },
      { role: 'assistant', content: 'Drei' },
      { role: 'user', content: 'Größe?' },
    ],
  },
  {
    metadata: { session_id: 's' },
    input: 'Hallo',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ja' }] }],
  },
];
const JSONL = [
  { type: 'message', sessionId: 's', payload: { role: 'user', content: 'Grün' }, metadata: { occurredAt: at(1) } },
  { type: 'test_run', sessionId: 's', payload: { name: 'task', passed: true } },
];

const FILES: readonly [SourceName, string, readonly unknown[]][] = [
  ['claude-code', `p/${SESSION}.jsonl`, CLAUDE_CODE],
  ['codex', '2026/05/08/rollout-x.jsonl', CODEX],
  ['gemini', 'p/chats/session-1.jsonl', GEMINI],
  ['openai', 'log.jsonl', OPENAI],
  ['jsonl', 'events.jsonl', JSONL],
];

describe('An import that is repeated', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  it.each(FILES)('gives the same events of %s wherever the file was cut before', async (source, name, records) => {
    const whole = Buffer.from(asLines(records));
    await fixture.write(name, whole);
    await fixture.import(source);
    const expected = [...fixture.stored.values()];
    expect(expected.length).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { minLength: 1, maxLength: 3 }), async (cuts) => {
        const other = await ImportFixture.create();
        try {
          const path = await other.write(name, whole.subarray(0, 0));
          for (const cut of [...cuts.sort((one, two) => one - two), whole.length]) {
            await writeFile(path, whole.subarray(0, cut));
            const { rejected, broken } = await other.import(source);
            expect({ rejected: rejected.total, broken: broken.total }).toEqual({ rejected: 0, broken: 0 });
          }
          expect([...other.stored.values()]).toEqual(expected);
          expect(other.arrived).toBe(expected.length);
        } finally {
          await other.close();
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each(FILES)('sends nothing of %s again, and does not read the file', async (source, name, records) => {
    await fixture.write(name, records);
    await fixture.import(source);
    const { arrived } = fixture;
    const again = await fixture.import(source);
    expect(again).toMatchObject({ files: { found: 1, read: 0, unchanged: 1 }, events: { total: 0 }, sent: 0 });
    expect(fixture.arrived).toBe(arrived);
  });

  it('reads a file that was rewritten from its start, and stores nothing twice', async () => {
    await fixture.write(`p/${SESSION}.jsonl`, CLAUDE_CODE);
    await fixture.import('claude-code');
    const { size } = fixture.stored;
    await fixture.write(`p/${SESSION}.jsonl`, [user('Before all others'), ...CLAUDE_CODE]);
    const report = await fixture.import('claude-code');
    expect(report).toMatchObject({ events: { total: size + 1 }, rejected: { total: 0 } });
    expect(fixture.stored.size).toBe(size + 1);
  });

  it.each([
    ['stayed as it was', []],
    ['grew', [user('The last one')]],
  ])('goes on after a service that was away, in a file that %s', async (_name, added) => {
    const many = Array.from({ length: 1_700 }, (_, nth) => user(`Message ${String(nth)}`));
    await fixture.write(`p/${SESSION}.jsonl`, many);
    fixture.failsAt = 3;
    const stopped = await fixture.import('claude-code').catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(ImportInterrupted);
    expect((stopped as ImportInterrupted).report.sent).toBe(1_000);
    await appendFile(fixture.path(`p/${SESSION}.jsonl`), asLines(added));
    expect(await fixture.import('claude-code')).toMatchObject({ sent: 700 + added.length });
    expect([...fixture.stored.values()].map(({ payload }) => payload['content'])).toEqual([
      ...many.map((_, nth) => `Message ${String(nth)}`),
      ...added.map(() => 'The last one'),
    ]);
    expect(fixture.arrived).toBe(1_700 + added.length);
  });

  it('sends all events to another service or account', async () => {
    await fixture.write(`p/${SESSION}.jsonl`, CLAUDE_CODE);
    const { sent } = await fixture.import('claude-code');
    expect(await fixture.import('claude-code', { target: 'another' })).toMatchObject({ sent });
  });

  it('says in a dry run what it would send, and neither sends it nor keeps a state', async () => {
    await fixture.write(`p/${SESSION}.jsonl`, CLAUDE_CODE);
    const dry = await fixture.import('claude-code', { dryRun: true });
    expect(fixture.arrived).toBe(0);
    const { isDryRun, sent, ...told } = await fixture.import('claude-code');
    expect(dry).toEqual({ ...told, isDryRun: true, sent: 0 });
    expect({ isDryRun, sent }).toEqual({ isDryRun: false, sent: told.events.total });
  });
});
