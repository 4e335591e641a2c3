import { expect, it } from '@jest/globals';
import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { CliFixture } from './cli-fixture.ts';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'fail';
  readonly says: string;
  readonly next?: string;
}

/** What `status` and `doctor` say of a service, a key and this machine. */
export function diagnosisRules(fixture: () => CliFixture): void {
  const examine = async (env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) => {
    const ran = await fixture().strata(['doctor', '--json', ...args], { env });
    const findings = JSON.parse(ran.out) as Finding[];
    return { code: ran.code, find: (check: string) => findings.find((one) => one.check === check), findings };
  };

  it('shows the service, its version and health, the key, the tenant, and what is stored and waits', async () => {
    const { code, out, err } = await fixture().strata(['status']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Service {4}http:\S+, version \d+\.\d+\.\d+, healthy, up for \d+ \w+\n/u);
    expect(out).toMatch(/^Key {8}from STRATA_API_KEY\nTenant {5}ten_\w+, live, plan enterprise\n/mu);
    expect(out).toMatch(
      /^Parts {6}database healthy, cache healthy, .*ingest up.*\nBacklog {4}\d+ events to be stored, \d+ learn jobs/mu,
    );
    expect(out).toMatch(/^Stored {5}\d+ events, \d+ memories, \d+ artifacts\nUse {8}\d+ events in/mu);
    const status = JSON.parse((await fixture().strata(['status', '--json'])).out) as object;
    expect(status).toMatchObject({
      ...{ url: fixture().base, profile: 'default', tenantId: expect.stringMatching(/^ten_/u), environment: 'live' },
      ...{ health: { status: 'healthy' }, totals: { events: expect.any(Number) } },
    });
  });

  it('finds nothing wrong where nothing is', async () => {
    const { code, findings } = await examine();
    expect({ code, ill: findings.filter(({ state }) => state !== 'ok') }).toEqual({ code: 0, ill: [] });
    const expected = [
      'Program',
      'Files with keys',
      'Service',
      'Clock',
      'API key',
      'Scope read',
      'Scope write',
      'Scope admin',
    ];
    expect(findings.map(({ check }) => check)).toEqual([...expected, 'Hooks', 'Coding agents']);
  });

  it('says which scope a key does not have, and how to get one', async () => {
    const reader = await examine({ STRATA_API_KEY: await fixture().keyOf('reader', ['read']) });
    expect(reader.code).toBe(1);
    expect(reader.find('Scope read')).toMatchObject({ state: 'ok' });
    expect(reader.find('Scope write')).toMatchObject({ state: 'fail', next: expect.stringContaining('--scope write') });
    expect(reader.find('Scope admin')).toMatchObject({ state: 'note', says: expect.stringContaining('no forget') });
    const wrong = await examine({ STRATA_API_KEY: 'strata_live_wrong' });
    expect(wrong.find('API key')).toMatchObject({ state: 'fail', next: expect.stringContaining('strata login') });
  });

  it('names files with keys that others can read', async () => {
    const folder = join(fixture().home, '.config', 'strata');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeFile(join(folder, 'credentials.json'), '{}');
    await chmod(join(folder, 'credentials.json'), 0o644);
    expect((await examine()).find('Files with keys')).toMatchObject({
      ...{ state: 'fail', says: expect.stringMatching(/credentials\.json is open to others \(mode 644\)/u) },
      next: expect.stringMatching(/^chmod go-rwx /u),
    });
    await rm(folder, { recursive: true });
  });

  it('says what hooks wrote that nothing has sent, and which coding agents are not connected', async () => {
    const spool = join(fixture().home, '.local', 'state', 'strata', 'hooks', 'spool');
    await mkdir(spool, { recursive: true });
    await writeFile(join(spool, 'codex-1.jsonl'), 'a line\n');
    await mkdir(join(fixture().home, '.codex'));
    expect((await examine()).find('Hooks')).toMatchObject({ state: 'ok', says: expect.stringContaining('1 session') });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(spool, 'codex-1.jsonl'), anHourAgo, anHourAgo);
    const { code, find } = await examine();
    expect(code).toBe(0);
    expect(find('Hooks')).toMatchObject({ state: 'note', says: expect.stringMatching(/for \d+ minutes/u) });
    expect(find('Coding agent codex')).toMatchObject({ state: 'note', next: 'strata connect codex' });
    await fixture().strata(['connect', 'codex']);
    expect((await examine()).find('Coding agent codex')).toMatchObject({ state: 'ok' });
    await rm(join(fixture().home, '.codex'), { recursive: true });
    await rm(spool, { recursive: true });
  });

  it('tells a clock that is wrong, and a service that is unwell, from one that is away', async () => {
    const health = (await (await fetch(`${fixture().base}/v1/health`)).json()) as { data: { status: string } };
    const other = createServer((_request, response) => {
      response.writeHead(503, {
        date: new Date(Date.now() + 600_000).toUTCString(),
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ ...health, ok: false, data: { ...health.data, status: 'unhealthy' } }));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`;
    try {
      const { code, find } = await examine({}, ['--url', url]);
      expect(code).toBe(1);
      expect(find('Clock')).toMatchObject({
        state: 'fail',
        says: expect.stringMatching(/behind that of the service/u),
      });
      expect(find('Service')).toMatchObject({ state: 'fail', says: expect.stringContaining('unhealthy') });
    } finally {
      other.close();
    }
    const away = await examine({}, ['--url', 'http://127.0.0.1:1']);
    expect(away.find('Service')).toMatchObject({ state: 'fail', next: expect.stringContaining('npm start') });
    expect(away.find('API key')).toBeUndefined();
  });
}
