import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepBeside, replaceFile } from './replace-file.ts';

const ROUNDS = 50;
const AT_ONCE = 5;

const DEAD_HOLDER = JSON.stringify({ id: randomUUID(), pid: 1, startedAt: 'before the last boot', host: hostname() });

describe('A replaced file', () => {
  let folder: string;
  let file: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-replace-'));
    file = join(folder, 'keys');
    lock = `${file}.lock`;
    await writeFile(file, 'old');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const renew = () => replaceFile(file, (text) => ({ text: `new after ${text}`, outcome: text }));

  it('has the new text, made from the old one, and mode 0600', async () => {
    expect(await renew()).toBe('old');
    expect(await readFile(file, 'utf8')).toBe('new after old');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('is unchanged when the new text cannot be made', async () => {
    const replacing = replaceFile(file, () => {
      throw new Error('no more keys');
    });
    await expect(replacing).rejects.toThrow('no more keys');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('is replaced by one process at a time', async () => {
    await replaceFile(file, async (text) => {
      await expect(renew()).rejects.toThrow('another rotation is under way');
      expect(await readdir(folder)).toEqual(['keys', 'keys.lock']);
      return { text: `first after ${text}`, outcome: undefined };
    });
    expect(await readFile(file, 'utf8')).toBe('first after old');
  });

  it('can be replaced at once after a crash, whose draft is removed', async () => {
    await writeFile(`${file}.${randomUUID()}.new`, 'half');
    await writeFile(lock, DEAD_HOLDER);
    expect(await renew()).toBe('old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('holds whole texts, one made from the other, when many take over the lock of a dead process at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeFile(file, 'old');
      await writeFile(lock, DEAD_HOLDER);
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, renew));
      const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
      expect(await readFile(file, 'utf8')).toBe(`${'new after '.repeat(done)}old`);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('another rotation is under way');
    }
  });

  it('is left to a process that has taken the lock over', async () => {
    const theirs = JSON.stringify({ ...(JSON.parse(DEAD_HOLDER) as object), host: 'another host' });
    const replacing = replaceFile(file, async (text) => {
      await rm(lock);
      await writeFile(lock, theirs);
      return { text: `ours after ${text}`, outcome: undefined };
    });
    await expect(replacing).rejects.toThrow('another rotation is under way');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readFile(lock, 'utf8')).toBe(theirs);
  });
});

describe('A text beside a file', () => {
  it('is readable by the owner only, and replaces no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strata-replace-'));
    const [file, copy] = [join(folder, 'keys'), join(folder, 'keys.kept')];
    try {
      await writeFile(file, 'old');
      await keepBeside(file, copy, 'kept');
      await expect(keepBeside(file, copy, 'another')).rejects.toThrow(`${copy} is there`);
      expect(await readFile(copy, 'utf8')).toBe('kept');
      expect((await stat(copy)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(['keys', 'keys.kept']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
