import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { takeProcessLock, type LockHolder } from './process-lock.ts';

describe('A process lock', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-lock-'));
    file = join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const inUse = ({ pid, host }: LockHolder) => new Error(`process ${String(pid)} on ${host}`);
  const take = (onTakeover?: (dead: { note: string }) => Promise<void>) =>
    takeProcessLock(file, { note: { note: 'ours' }, inUse, ...(onTakeover === undefined ? {} : { onTakeover }) });
  const leave = (holder: Partial<LockHolder>) =>
    writeFile(
      file,
      JSON.stringify({ id: randomUUID(), pid: 1, startedAt: '0', host: hostname(), note: 'theirs', ...holder }),
    );

  it('has one holder, and is free after its release', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`process ${String(process.pid)} on ${hostname()}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, note: 'ours' });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await take()).release();
  });

  it('is taken over from a dead process, also when its pid was given to a new one', async () => {
    for (const pid of [process.pid, 2 ** 30]) {
      await leave({ pid });
      const dead: string[] = [];
      const lock = await take(async ({ note }) => void dead.push(note));
      expect(dead).toEqual(['theirs']);
      expect(await lock.isHeld()).toBe(true);
      await lock.release();
    }
  });

  (process.platform === 'linux' ? it : it.skip)('is taken over from a process that ended unnoticed', async () => {
    // `sleep` never asks how the child ended that it took over from the shell. The shell may ask, so the child must not end before.
    const parent = spawn('sh', ['-c', 'read line <&3 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    try {
      const [, stdout, , start] = parent.stdio as [null, Readable, null, Writable, null];
      const [output] = (await once(stdout, 'data')) as [Buffer];
      await eventually(async () => (await readFile(`/proc/${String(parent.pid)}/comm`, 'utf8')).startsWith('sleep'));
      start.end('now\n');
      const zombie = `/proc/${output.toString().trim()}/stat`;
      const fields = await eventually(async () => {
        const text = (await readFile(zombie, 'utf8')).split(' ');
        return text[2] === 'Z' && text;
      });
      await leave({ pid: Number(fields[0]), startedAt: fields[21] ?? '' });
      await (await take()).release();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is taken over from another host only when that has not touched it for 20 s', async () => {
    await leave({ host: 'elsewhere' });
    await expect(take()).rejects.toThrow('process 1 on elsewhere');
    const before = new Date(Date.now() - 21_000);
    await utimes(file, before, before);
    await (await take()).release();
  });

  it('is no longer held after another host has taken it over, and is not released then', async () => {
    const lock = await take();
    await leave({ host: 'elsewhere' });
    expect(await lock.isHeld()).toBe(false);
    await lock.release();
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('has at most one holder when many find it dead at once', async () => {
    for (let round = 0; round < 30; round += 1) {
      await leave({});
      const taken = (await Promise.allSettled([1, 2, 3, 4, 5].map(() => take()))).filter(
        (outcome) => outcome.status === 'fulfilled',
      );
      expect(taken.length).toBeLessThan(2);
      await rm(file, { force: true });
      for (const { value } of taken) await value.release();
    }
  });
});
