import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import {
  importTranscripts,
  ImportInterrupted,
  type ImportOptions,
} from '@strata/transcripts/importing/import-transcripts';
import { sendThrough } from '@strata/transcripts/importing/send-through';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTenant } from './fixtures/new-tenant.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

/** Session files of Claude Code: in each, an export fails until a cache is cleared, and then its tests pass. */
function sessionFile(nth: number): { name: string; text: string } {
  const sessionId = `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
  let line = 0;
  const record = (type: 'user' | 'assistant', content: unknown, more: object = {}) => {
    line += 1;
    const uuid = `${sessionId.slice(0, 24)}${String(1000 * nth + line).padStart(12, '0')}`;
    const timestamp = new Date(1.76e12 + nth * 3.6e6 + line * 1000).toISOString();
    return {
      ...{ type, uuid, timestamp, sessionId, isSidechain: false, cwd: '/home/ada/orders', gitBranch: 'main' },
      message: { role: type, content },
      ...more,
    };
  };
  const bash = (id: string, command: string, output: string, exitCode: number) => [
    record('assistant', [{ type: 'tool_use', id: `${id}-${String(nth)}`, name: 'Bash', input: { command } }]),
    exitCode === 0
      ? record(
          'user',
          [{ type: 'tool_result', tool_use_id: `${id}-${String(nth)}`, content: output, is_error: false }],
          {
            toolUseResult: { stdout: output, stderr: '', interrupted: false },
          },
        )
      : record('user', [
          {
            type: 'tool_result',
            tool_use_id: `${id}-${String(nth)}`,
            content: `Exit code ${String(exitCode)}\n${output}`,
            is_error: true,
          },
        ]),
  ];
  const records = [
    record('user', `Repair the nightly export of warehouse ${String(nth)}, please`),
    ...bash('a', 'make export', `Error: manifest of warehouse ${String(nth)} is stale`, 1),
    ...bash('b', 'rm -rf .cache/manifests', '', 0),
    ...bash('c', 'make export', 'exported', 0),
    ...bash('d', 'npm test', 'Tests: 3 passed, 3 total', 0),
    record('assistant', [
      { type: 'text', text: 'The export works again: stale manifests have to be removed before it runs.' },
    ]),
  ];
  return { name: `${sessionId}.jsonl`, text: records.map((each) => `${JSON.stringify(each)}\n`).join('') };
}

describe('Transcripts that are imported into a service', () => {
  const stack = new CloseStack();
  let base: string;
  let folder: string;
  let apiKey: string;
  let strata: Strata;

  beforeAll(async () => {
    ({ base } = stack.use(await startStandalone({ settings: UNLIMITED })));
    folder = await mkdtemp(join(tmpdir(), 'strata-import-'));
    stack.defer(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'projects', 'orders'), { recursive: true });
    for (let nth = 1; nth <= 6; nth += 1) {
      const { name, text } = sessionFile(nth);
      await writeFile(join(folder, 'projects', 'orders', name), text);
    }
  });
  beforeEach(async () => {
    const { api } = await newTenant(base);
    apiKey = api.credential ?? '';
    strata = new Strata({ baseUrl: base, apiKey });
  });
  afterAll(() => stack.close());

  const importWith = (options: Partial<ImportOptions> = {}) =>
    importTranscripts('claude-code', {
      path: join(folder, 'projects'),
      stateDir: join(folder, 'state'),
      target: apiKey,
      send: sendThrough(strata),
      ...options,
    });
  const storedEvents = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { idempotencyKey } of strata.api.listEvents({ limit: 100 })) keys.push(idempotencyKey ?? '');
    return keys;
  };

  it('are learned, and found by the next agent; a second import sends nothing', async () => {
    const report = await importWith();
    expect(report).toMatchObject({
      sessions: 6,
      sent: 36,
      events: { byType: { command_exec: 18, message: 12, test_run: 6 } },
    });
    await strata.learn({ wait: true });
    const failure = await strata.context('make export fails: manifest is stale', { agentId: 'claude-code' });
    expect(failure).toContain('rm -rf .cache/manifests');
    const { items: playbooks } = await strata.api.listArtifacts({ type: 'failure_playbook' });
    expect(JSON.stringify(playbooks)).toContain('stale');
    expect(await importWith()).toMatchObject({ files: { unchanged: 6 }, sent: 0 });
    expect(await storedEvents()).toHaveLength(36);
  });

  it('are stored once if the service is cut off in the middle', async () => {
    const proxy = await TogglingProxy.open(new URL(base), 80);
    try {
      const cutOff = new Strata({ baseUrl: proxy.through(new URL(base)), apiKey, maxRetries: 0 });
      const many = Array.from({ length: 400 }, (_, nth) => sessionFile(nth + 100).text).join('');
      const path = join(folder, 'many.jsonl');
      await writeFile(path, many);
      let batches = 0;
      const send: ImportOptions['send'] = async (events) => {
        const sending = sendThrough(cutOff)(events);
        // Whether the service still stores the third batch is left to chance.
        if ((batches += 1) === 3) setTimeout(() => proxy.cut(), 5);
        return sending;
      };
      const stopped = await importWith({ path, send }).catch((error: unknown) => error);
      expect(stopped).toBeInstanceOf(ImportInterrupted);
      expect((stopped as ImportInterrupted).report.sent).toBeGreaterThanOrEqual(1000);
      const { sent, rejected } = await importWith({ path });
      expect(rejected.total).toBe(0);
      expect(sent).toBeLessThanOrEqual(1400);
      const keys = await storedEvents();
      expect(keys).toHaveLength(2400);
      expect(new Set(keys).size).toBe(2400);
    } finally {
      await proxy.close();
    }
  });
});
