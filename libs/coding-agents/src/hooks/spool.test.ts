import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliverSpool } from './deliver-spool.ts';
import { readHookCall } from './hook-call.ts';
import { logLine } from './hook-log.ts';
import { hookPlaces } from './places.ts';
import { repositoryName } from './repository-name.ts';
import { appendToSpool } from './spool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-spool-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('The spool of hooks', () => {
  const append = (text: string, env: Record<string, string> = {}): boolean => {
    const input = { hook_event_name: 'UserPromptSubmit', session_id: '../s/1', prompt: text };
    const call = readHookCall('claude-code', input);
    if (call === undefined) throw new Error('The call was not read');
    return appendToSpool(hookPlaces({ STRATA_STATE_DIR: folder }), env, {
      client: 'claude-code',
      call,
      repository: 'shop',
    });
  };
  const spool = (): string => hookPlaces({ STRATA_STATE_DIR: folder }).spool;
  const sent: unknown[] = [];
  const deliver = (fail = false): Promise<number> =>
    deliverSpool(
      spool(),
      (events) => {
        if (fail) return Promise.reject(new Error('away'));
        sent.push(...events.map(({ payload }) => payload['content']));
        return Promise.resolve({ errorDetails: [] });
      },
      () => undefined,
    );
  beforeEach(() => void sent.splice(0));

  it('keeps what was not delivered, and gives it out before what came later', async () => {
    append('one');
    await expect(deliver(true)).rejects.toThrow('away');
    append('two');
    await deliver();
    expect(sent).toEqual(['one', 'two']);
    expect(await readdir(spool())).toEqual([]);
  });

  it('leaves out a line that broke off, and nothing else', async () => {
    append('one');
    const [name = ''] = await readdir(spool());
    await appendFile(join(spool(), name), '\n{"id":"x","inp');
    append('two');
    await deliver();
    expect(sent).toEqual(['one', 'two']);
  });

  it('holds no secret of what was said', async () => {
    append('Use DB_PASSWORD=kelp-and-7-tides, please');
    const [name = ''] = await readdir(spool());
    const text = await readFile(join(spool(), name), 'utf8');
    expect(text).not.toContain('kelp-and-7-tides');
    expect(text).toContain('"session_id":"../s/1"');
  });

  it('follows no link that somebody planted, and reads none', async () => {
    append('one');
    const [name = ''] = await readdir(spool());
    const target = join(folder, 'target');
    await writeFile(target, '');
    await rm(join(spool(), name));
    await symlink(target, join(spool(), name));
    expect(() => append('two')).toThrow('ELOOP');
    expect(await deliver()).toBe(0);
    await rm(spool(), { recursive: true });
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), spool());
    expect(() => append('three')).toThrow('is a link');
    const places = hookPlaces({ STRATA_STATE_DIR: folder });
    await symlink(target, places.log);
    logLine(places, 'four');
    expect([await readFile(target, 'utf8'), await readdir(join(folder, 'elsewhere'))]).toEqual(['', []]);
  });

  it('cuts long texts, so that a call of any length finds room', async () => {
    expect(append('x '.repeat(2_000_000))).toBe(true);
    await deliver();
    expect(sent).toEqual([expect.stringMatching(/\[cut\]$/)]);
  });

  it('takes no more than its bound', () => {
    expect(append('x'.repeat(700_000), { STRATA_HOOK_SPOOL_MB: '1' })).toBe(true);
    expect(append('x'.repeat(700_000), { STRATA_HOOK_SPOOL_MB: '1' })).toBe(false);
  });
});

describe('The name of a repository', () => {
  it('is that of its remote, else of its folder, also in a worktree', async () => {
    const shop = join(folder, 'shop');
    await mkdir(join(shop, 'src'), { recursive: true });
    expect(repositoryName(shop)).toBe('shop');
    await mkdir(join(shop, '.git', 'worktrees', 'w'), { recursive: true });
    await writeFile(join(shop, '.git', 'worktrees', 'w', 'commondir'), '../..\n');
    await mkdir(join(folder, 'w'));
    await writeFile(join(folder, 'w', '.git'), `gitdir: ${join(shop, '.git', 'worktrees', 'w')}\n`);
    expect([repositoryName(join(shop, 'src')), repositoryName(join(folder, 'w'))]).toEqual(['shop', 'shop']);
    await writeFile(
      join(shop, '.git', 'config'),
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.com:team/store.git\n',
    );
    expect([repositoryName(join(shop, 'src')), repositoryName(join(folder, 'w'))]).toEqual(['store', 'store']);
  });
});
