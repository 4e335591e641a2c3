import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventInputSchema, MAX_EVENT_BYTES } from '@strata/contracts/schemas/event';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NothingToImport } from '../src/importing/import-transcripts.ts';
import { bash, SESSION, toolUse, user } from './claude-code-records.ts';
import { ImportFixture } from './import-fixture.ts';

const TOKEN = `ghp_${'Ab3d'.repeat(9)}`;
const FILE = `p/${SESSION}.jsonl`;

describe('An import', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  it('takes secrets out before it sends, and says of which kinds they were', async () => {
    await fixture.write(FILE, [
      ...bash('t1', `curl -H "Authorization: token ${TOKEN}" example.org`, `echoed ${TOKEN}`),
    ]);
    const { secrets } = await fixture.import('claude-code');
    expect(JSON.stringify([...fixture.stored.values()])).not.toContain(TOKEN);
    expect(Object.values(secrets).reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('keeps no text of a transcript in its state, which only the user can read', async () => {
    await fixture.write(FILE, [user('Remember the heron'), toolUse('t1', 'Bash', { command: 'cat heron.txt' })]);
    await fixture.import('claude-code');
    const folder = join(fixture.folder, 'state');
    const [name = ''] = await readdir(folder);
    expect(await readFile(join(folder, name), 'utf8')).not.toContain('heron');
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('cuts an event that is too large, with its beginning, its end and a mark, and counts it', async () => {
    const output = `first line\n${'é\u0000"x'.repeat(200_000)}\nlast line`;
    await fixture.write(FILE, [
      ...bash('t1', 'cat large', output),
      user([{ type: 'text', text: 'x'.repeat(300_000) }]),
    ]);
    const report = await fixture.import('claude-code');
    expect(report).toMatchObject({ cut: 2, events: { total: 2 } });
    const [command, message] = fixture.stored.values();
    expect(command?.payload['output']).toMatch(
      /^first line[\s\S]*\n\[cut: \d+ characters left out\]\n[\s\S]*last line$/,
    );
    for (const event of [command, message]) {
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
      expect(eventInputSchema.safeParse(event).success).toBe(true);
    }
  });

  it('makes valid events of whatever a tool was called with', async () => {
    const deep = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown;
    const wide = Object.fromEntries(Array.from({ length: 40_000 }, (_, nth) => [`key ${String(nth)}`, nth]));
    await fixture.write(FILE, [
      toolUse('t1', 'A', { deep, nul: 'a\u0000b', lone: '\ud800' }),
      toolUse('t2', 'B', wide),
      toolUse('t'.repeat(400), 'C', {}),
      user('Far ahead', { timestamp: '2999-01-01T00:00:00Z', sessionId: 's'.repeat(400) }),
    ]);
    await fixture.import('claude-code');
    expect(fixture.stored.size).toBe(4);
    for (const event of fixture.stored.values()) expect(eventInputSchema.safeParse(event).error).toBeUndefined();
  });

  it('reads the other files if one cannot be read', async () => {
    const path = await fixture.write('p/a.jsonl', [user('Hidden')]);
    await fixture.write('p/b.jsonl', [user('Seen')]);
    await chmod(path, 0);
    const isRoot = process.getuid?.() === 0;
    expect((await fixture.import('claude-code')).files).toMatchObject(
      isRoot ? { read: 2 } : { read: 1, failed: [{ path: expect.stringContaining('a.jsonl') }] },
    );
  });

  it('puts the given agent, end user, namespace and tags into every event', async () => {
    await fixture.write(FILE, [user('Hello')]);
    const given = { agentId: 'coder', userId: 'ada', namespaceId: 'ns_1', tags: ['imported'] };
    await fixture.import('claude-code', given);
    expect([...fixture.stored.values()][0]?.metadata).toMatchObject(given);
  });

  it('says so if there is nothing to read', async () => {
    await expect(fixture.import('codex', { path: fixture.path('nowhere') })).rejects.toThrow(NothingToImport);
    await expect(fixture.import('jsonl', { path: undefined as never })).rejects.toThrow('Say which file or folder');
  });
});
