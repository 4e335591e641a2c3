import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepBeside, replaceFile } from './replace-file.ts';

const ROUNDS = 50;
const AT_ONCE = 5;

describe('replaceFile', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-replace-'));
    file = join(folder, 'keys');
    await writeFile(file, 'old');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const renew = () => replaceFile(file, (text) => ({ text: `new after ${text}`, outcome: text }));

  it('gives the old text, and leaves the new one', async () => {
    expect(await renew()).toBe('old');
    expect(await readFile(file, 'utf8')).toBe('new after old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('changes nothing when the new text cannot be made', async () => {
    const replacing = replaceFile(file, () => {
      throw new Error('no more keys');
    });
    await expect(replacing).rejects.toThrow('no more keys');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('lets nobody in between, and leaves their lock alone', async () => {
    await replaceFile(file, async (text) => {
      await expect(renew()).rejects.toThrow('another rotation is under way');
      return { text: `first after ${text}`, outcome: undefined };
    });
    expect(await readFile(file, 'utf8')).toBe('first after old');
  });

  it('goes on past a lock that a crash left behind, and takes its draft away', async () => {
    const draft = `${file}.${randomUUID()}.new`;
    await writeFile(draft, 'half');
    await writeFile(`${file}.new`, '');
    await expect(renew()).rejects.toThrow('another rotation is under way');
    const longAgo = new Date(Date.now() - 120_000);
    for (const left of [draft, `${file}.new`]) await utimes(left, longAgo, longAgo);
    expect(await renew()).toBe('old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('never makes the lock the file: whoever takes an abandoned one writes nothing into it', async () => {
    let lock = 0;
    await replaceFile(file, async (text) => {
      expect(await readdir(folder)).toEqual(['keys', 'keys.new']);
      lock = (await stat(`${file}.new`)).ino;
      return { text: `new after ${text}`, outcome: undefined };
    });
    expect((await stat(file)).ino).not.toBe(lock);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves whole texts, one after the other, when many find an abandoned lock at once', async () => {
    const longAgo = new Date(Date.now() - 120_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeFile(file, 'old');
      await writeFile(`${file}.new`, '');
      await utimes(`${file}.new`, longAgo, longAgo);
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, renew));
      expect(await readFile(file, 'utf8')).toMatch(/^(new after )*old$/);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('another rotation is under way');
      await rm(`${file}.new`, { force: true });
    }
  });

  it('gives way to another whose lock stands in the place of its own', async () => {
    const replacing = replaceFile(file, async (text) => {
      await rm(`${file}.new`);
      await writeFile(`${file}.new`, 'of somebody else');
      return { text: `ours after ${text}`, outcome: undefined };
    });
    await expect(replacing).rejects.toThrow('another rotation is under way');
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readFile(`${file}.new`, 'utf8')).toBe('of somebody else');
  });
});

describe('keepBeside', () => {
  it('keeps a text for the owner alone, and replaces nothing', async () => {
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
