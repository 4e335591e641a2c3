import { expect, it } from '@jest/globals';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PASSWORD, type CliFixture } from './cli-fixture.ts';
import type { Ran } from './run-program.ts';

const NOWHERE = 'http://127.0.0.1:1';

/** Whatever goes wrong ends with a code, a sentence that names the thing, and what to do next. */
export function failureRules(fixture: () => CliFixture): void {
  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['an unknown command', ['nonsense'], {}, 2, /unknown command/u],
    ['a command with a slip', ['stauts'], {}, 2, /Did you mean status\?/u],
    ['a part of a command with a slip', ['keys', 'lsit'], {}, 2, /Did you mean list\?/u],
    ['an option with a slip', ['ask', 'x', '--max-token', '3'], {}, 2, /Did you mean --max-tokens\?/u],
    ['a missing argument', ['ask'], {}, 2, /missing required argument/u],
    ['a wrong number', ['ask', 'x', '--max-tokens', 'many'], {}, 2, /whole number/u],
    ['a profile with a name of objects', ['status', '--profile', '__proto__'], {}, 2, /There is no profile/u],
    ['an id with slashes', ['why', '../../v1/health'], {}, 2, /mem_, art_ or evt_/u],
    ['a wrong key', ['status'], { STRATA_API_KEY: 'strata_live_wrong' }, 3, /strata login/u],
    ['no key', ['status'], { STRATA_API_KEY: '' }, 3, /strata login/u],
    ['an unknown memory', ['forget', 'mem_0', '--yes'], {}, 4, /does not exist/u],
    ['a service that is away', ['status'], { STRATA_URL: NOWHERE }, 5, /npm start/u],
    ['no key for a service that is away', ['status'], { STRATA_URL: NOWHERE, STRATA_API_KEY: '' }, 5, /npm start/u],
    ['the same with another command', ['ask', 'x'], { STRATA_URL: NOWHERE, STRATA_API_KEY: '' }, 5, /npm start/u],
  ])('ends with a code and a next step after %s', async (_, args, env, code, message) => {
    const runs = [args, [...args, '--json']].map((given) => fixture().strata(given, { env }));
    const [ran, asJson] = (await Promise.all(runs)) as [Ran, Ran];
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toMatch(message);
    expect(asJson).toMatchObject({ code, out: '' });
    const { error } = JSON.parse(asJson.err) as { error: { code: string; message: string; hint?: string } };
    expect(`${error.message}\n${error.hint ?? ''}`).toMatch(message);
    expect(error.message).not.toMatch(/^error:/u);
  });

  it.each<[string, (home: string) => string[], RegExp]>([
    ['restore', (home) => ['restore', join(home, 'nowhere.jsonl')], /nowhere\.jsonl does not exist/u],
    ['restore of a folder', (home) => ['restore', home], /is no regular file/u],
    ['restore of a device', () => ['restore', '/dev/zero'], /is no regular file/u],
    ['export into a file', (home) => ['export', join(home, 'plain', 'file')], /a part of its path is a file/u],
    ['export into nothing', (home) => ['export', join(home, 'nowhere', 'file')], /does not exist/u],
    ['import', (home) => ['import', 'jsonl', join(home, 'nowhere')], /does not exist/u],
  ])('names the file in plain words that %s cannot use', async (_, args, message) => {
    await writeFile(join(fixture().home, 'plain'), 'no JSON');
    const ran = await fixture().strata(args(fixture().home));
    expect(ran.code).toBeGreaterThan(0);
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toMatch(/\bE[A-Z]{4,}\b/u);
  });

  it('fails with the reason if an imported file is none of the source', async () => {
    await writeFile(join(fixture().home, 'plain'), 'no JSON');
    const ran = await fixture().strata(['import', 'chatgpt', join(fixture().home, 'plain')]);
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('It is no JSON') });
  });

  it('sends a kept key to no other service', async () => {
    const seen: string[] = [];
    const other = createServer(({ headers }, response) => {
      seen.push(JSON.stringify(headers));
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      await signIn(fixture());
      const url = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`;
      const ran = await fixture().strata(['ask', 'x', '--url', url], { env: { STRATA_API_KEY: '' } });
      expect(ran).toMatchObject({ code: 3, err: expect.stringContaining(`There is no API key for ${url}`) });
      expect(seen.join()).not.toContain('authorization');
    } finally {
      other.close();
      await forgetKey(fixture());
    }
  });

  it('keeps keys in a file and a folder that only the user can open', async () => {
    const folder = join(fixture().home, '.config', 'strata');
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o777);
    await writeFile(join(folder, 'credentials.json'), '{}', { mode: 0o644 });
    await signIn(fixture());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'credentials.json'))).mode & 0o777).toBe(0o600);
    await forgetKey(fixture());
  });

  it('follows no link where keys are kept', async () => {
    const { home } = fixture();
    const folder = join(home, '.config', 'strata');
    const victim = join(home, 'victim-of-link');
    await rm(folder, { recursive: true, force: true });
    await mkdir(victim);
    await writeFile(join(victim, 'credentials.json'), 'precious');

    const linked: readonly (readonly [string, string])[] = [
      [folder, victim],
      [join(folder, 'credentials.json'), join(victim, 'credentials.json')],
    ];
    for (const [link, target] of linked) {
      await mkdir(join(link, '..'), { recursive: true });
      await symlink(target, link);
      for (const args of [['login', '--email', 'first@example.com'], ['status'], ['logout']]) {
        const ran = await fixture().strata(args, { input: PASSWORD, env: { STRATA_API_KEY: '' } });
        expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/is a link.*remove it/u) });
      }
      await rm(link);
    }
    expect(await readFile(join(victim, 'credentials.json'), 'utf8')).toBe('precious');
    await rm(victim, { recursive: true });
    await rm(folder, { recursive: true });
  });
}

const signIn = async (fixture: CliFixture): Promise<void> => {
  const args = ['login', '--email', 'first@example.com'];
  expect(await fixture.strata(args, { input: PASSWORD, env: { STRATA_API_KEY: '' } })).toMatchObject({ code: 0 });
};

const forgetKey = (fixture: CliFixture): Promise<unknown> => fixture.strata(['logout']);
