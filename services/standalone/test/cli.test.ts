import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliFixture, PASSWORD, type RunOptions } from './cli/cli-fixture.ts';
import { diagnosisRules } from './cli/diagnosis-rules.ts';
import { failureRules } from './cli/failure-rules.ts';
import { lineageRules } from './cli/lineage-rules.ts';
import type { Ran } from './cli/run-program.ts';
import { shellRules } from './cli/shell-rules.ts';
import { snippetRules } from './cli/snippet-rules.ts';

describe('The command line', () => {
  let fixture: CliFixture;
  let base: string;
  let home: string;
  let key: string;

  beforeAll(async () => {
    fixture = await CliFixture.create();
    ({ base, home, key } = fixture);
  });
  afterAll(() => fixture.close());

  const strata = (args: readonly string[], options?: RunOptions): Promise<Ran> => fixture.strata(args, options);

  it('captures a text, learns it, finds it, and says what it rests on', async () => {
    const captured = await strata(['capture', 'The nightly export runs at four.', '--role', 'Maya', '--agent', 'ops']);
    expect(captured).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^evt_\w+\n$/u) });
    expect(await strata(['learn', '--watch'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 events compiled'),
    });
    const asked = await strata(['ask', 'When', 'does', 'the', 'export', 'run?']);
    expect(asked).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Maya: The nightly export runs at four.'),
    });
    const [memory = ''] = /mem_\w+/u.exec((await strata(['memories'])).out) ?? [];
    const reason = await strata(['why', memory]);
    expect(reason).toMatchObject({ code: 0, out: expect.stringContaining(captured.out.trim()) });
  });

  it('prints nothing but JSON with --json', async () => {
    for (const args of [['status'], ['ask', 'the export'], ['memories'], ['artifacts'], ['doctor'], ['learn']]) {
      const { code, out, err } = await strata(['--json', ...args]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const line of out.split('\n').filter((text) => text !== ''))
        expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
  });

  it('stores events that say when they happened once, however often they are captured, and others each time', async () => {
    const event = (content: string, metadata = {}) => ({
      ...{ type: 'message', sessionId: 'repeated', payload: { role: 'user', content }, metadata },
    });
    const dated = event('dated', { occurredAt: '2026-05-08T09:15:23.374Z' });
    const input = [dated, event('undated')].map((one) => JSON.stringify(one)).join('\n');
    for (let time = 0; time < 2; time += 1) expect((await strata(['capture'], { input })).code).toBe(0);
    const { items } = await fixture.api.listEvents({ sessionId: 'repeated' });
    expect(items.map(({ payload }) => payload['content']).sort()).toEqual(['dated', 'undated', 'undated']);
  });

  it('captures events from standard input, and names the lines that it cannot', async () => {
    const event = (content: string): string =>
      JSON.stringify({ type: 'message', sessionId: 's', payload: { role: 'user', content } });
    const ran = await strata(['capture'], {
      input: [event('one'), 'no json', '{"type":"nonsense"}', event('two')].join('\n'),
    });
    expect(ran).toMatchObject({ code: 1, out: '2 events stored\n' });
    expect(ran.err).toMatch(/^line 2: it is not JSON\nline 3: .+\nstrata: 2 of 4 events were not stored\n$/u);
  });

  it('takes a profile that is named like a command', async () => {
    const ran = await strata(['--profile', 'mcp', 'ask', 'hello']);
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('There is no profile mcp') });
  });

  it('signs in with a password from standard input, keeps the key where only the user can read it, and forgets it', async () => {
    const env = { STRATA_API_KEY: '' };
    expect((await strata(['login', '--email', 'first@example.com'], { input: `${PASSWORD}\n`, env })).code).toBe(0);
    const file = join(home, '.config', 'strata', 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await strata(['status'], { env })).code).toBe(0);
    const elsewhere = await strata(['status', '--url', 'http://127.0.0.1:1'], { env });
    expect(elsewhere).toMatchObject({ code: 5, err: expect.stringContaining('http://127.0.0.1:1') });
    expect((await strata(['logout'], { env })).code).toBe(0);
    expect((await strata(['status'], { env })).code).toBe(3);
  });

  it('uses a service of this folder only if it is on this machine', async () => {
    const folder = join(home, '.strata');
    await mkdir(folder);
    const account = (baseUrl: string) =>
      writeFile(join(folder, 'credentials.json'), JSON.stringify({ baseUrl, apiKey: key }));
    const env = { STRATA_URL: '', STRATA_API_KEY: '' };
    await account(base);
    expect((await strata(['status'], { env: { ...env, STRATA_URL: base } })).code).toBe(0);
    await account('http://strata.example.com');
    const foreign = await strata(['status'], { env: { ...env, STRATA_URL: 'http://strata.example.com' } });
    expect(foreign).toMatchObject({ code: 5, err: expect.stringContaining('does not respond') });
    await rm(folder, { recursive: true });
  });

  it('makes, lists and revokes keys', async () => {
    const login = { input: PASSWORD };
    const made = JSON.parse(
      (await strata(['--json', 'keys', 'create', 'ci', '--scope', 'read', '--email', 'first@example.com'], login)).out,
    ) as { id: string; key: string };
    expect(made.key).toMatch(/^strata_live_/u);
    const listed = await strata(['keys', 'list', '--email', 'first@example.com'], login);
    expect(listed.out).toContain(`${made.id}  ci  read`);
    expect(listed.out).not.toContain(made.key);
    expect((await strata(['keys', 'revoke', made.id, '--email', 'first@example.com'], login)).code).toBe(0);
    expect((await strata(['status'], { env: { STRATA_API_KEY: made.key } })).code).toBe(3);
  });

  it('restores an export into another tenant, twice, with the same events', async () => {
    const file = join(home, 'backup.jsonl');
    const metadata = { userId: 'ben', tags: ['boats'], own: { deep: [1, null] } };
    const event = { type: 'message', sessionId: 'about-ben', payload: { role: 'user', content: 'a boat' }, metadata };
    await strata(['capture'], { input: JSON.stringify(event) });
    expect((await strata(['export', file])).code).toBe(0);
    const other = { env: { STRATA_API_KEY: await fixture.keyOf('second') } };
    expect((await strata(['restore', file], other)).code).toBe(0);
    expect((await strata(['restore', file], other)).code).toBe(0);
    const copy = join(home, 'copy.jsonl');
    expect((await strata(['export', copy], other)).code).toBe(0);
    expect(await essence(copy)).toEqual(await essence(file));
    const before = (await essence(file)).length;
    expect((await strata(['restore', file])).code).toBe(0);
    expect((await strata(['export', file])).code).toBe(0);
    expect(await essence(file)).toHaveLength(before);
    await writeFile(copy, (await readFile(copy, 'utf8')).replace('at four', 'at five'));
    expect(await strata(['restore', copy], other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('changed or damaged'),
    });
  });

  it('forgets a memory and an end user', async () => {
    await strata(['capture', 'Ann keeps her boat in the harbour.', '--user', 'ann']);
    await strata(['learn', '--watch']);
    expect((await strata(['forget', '--user', 'ann'])).code).toBe(2);
    expect((await strata(['forget', '--user', 'ann', '--yes'])).code).toBe(0);
    expect((await strata(['ask', 'Where is the boat of Ann?', '--user', 'ann'])).out).not.toContain('harbour');
    const [memory = ''] = /mem_\w+/u.exec((await strata(['memories'])).out) ?? [];
    expect(await strata(['forget', memory, '--yes'])).toMatchObject({ code: 0, out: `${memory} is deleted\n` });
  });

  it('connects the coding agents that are on this machine, and leaves them as they were', async () => {
    const settings = join(home, '.claude', 'settings.json');
    const before = '{ "model": "mine" }\n';
    await mkdir(join(home, '.claude'));
    await writeFile(settings, before);
    expect(await strata(['connect', 'all', '--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('+') });
    expect(await readFile(settings, 'utf8')).toBe(before);
    expect((await strata(['connect', 'all'])).code).toBe(0);
    const [hook = ''] = /[^"\s]+strata-hook\.js/u.exec(await readFile(settings, 'utf8')) ?? [];
    expect((await stat(hook)).isFile()).toBe(true);
    expect(await strata(['connect', 'claude-code'])).toMatchObject({
      code: 0,
      out: 'claude-code: nothing to change\n',
    });
    expect((await strata(['disconnect', 'all'])).code).toBe(0);
    expect(await readFile(settings, 'utf8')).toBe(before);
    await rm(join(home, '.claude'), { recursive: true });
  });

  it('lets no text steer the terminal', async () => {
    await strata(['capture', 'a zebra \u001b]52;c;ZXZpbA==\u0007 turned \u202e red']);
    const { out } = await strata(['ask', 'zebra']);
    expect(out).toContain('a zebra \ufffd]52;c;ZXZpbA==\ufffd turned \ufffd red');
  });

  it('writes an export over a file only, and follows no link', async () => {
    const link = join(home, 'link.jsonl');
    await writeFile(join(home, 'victim'), 'precious');
    await symlink(join(home, 'victim'), link);
    for (const target of ['/dev/null', home, link, join(home, 'nowhere', 'file')])
      expect(await strata(['export', target])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^strata: [^\n]+\n$/u),
      });
    expect(await readFile(join(home, 'victim'), 'utf8')).toBe('precious');
  });

  it('sends a key of the environment to no service that a folder names', async () => {
    const folder = join(home, '.strata');
    await mkdir(folder);
    await writeFile(join(folder, 'credentials.json'), JSON.stringify({ baseUrl: base, apiKey: 'strata_live_theirs' }));
    const ran = await strata(['status', '--url', 'http://127.0.0.1:1'], { env: { STRATA_URL: '' } });
    expect(ran).toMatchObject({ code: 5, err: expect.stringContaining('http://127.0.0.1:1') });
    const other = await strata(['status'], { env: { STRATA_URL: '' } });
    expect(other.err + other.out).not.toContain(base);
    await rm(folder, { recursive: true });
  });

  failureRules(() => fixture);
  diagnosisRules(() => fixture);
  lineageRules(() => fixture);
  shellRules(() => fixture);
  snippetRules(() => fixture);
});

/** What an export's events say, without the ids and times that belong to a tenant. */
async function essence(file: string): Promise<unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('{"type":"event"'));
  return lines.map((line) => {
    const { type, sessionId, agentId, userId, tags, payload, metadata, occurredAt } = (
      JSON.parse(line) as { event: Record<string, unknown> }
    ).event;
    // A restored event says when it happened, also if the first sender did not.
    return { type, sessionId, agentId, userId, tags, payload, metadata: { ...(metadata as object), occurredAt } };
  });
}
