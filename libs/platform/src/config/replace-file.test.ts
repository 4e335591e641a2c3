import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

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

  it('lets nobody in between, and leaves their draft alone', async () => {
    await replaceFile(file, async (text) => {
      await expect(renew()).rejects.toThrow('another rotation is under way');
      return { text: `first after ${text}`, outcome: undefined };
    });
    expect(await readFile(file, 'utf8')).toBe('first after old');
  });

  it('goes on past a draft that a crash left behind', async () => {
    await writeFile(`${file}.new`, 'half');
    await expect(renew()).rejects.toThrow('another rotation is under way');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(`${file}.new`, longAgo, longAgo);
    expect(await renew()).toBe('old');
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('gives way to another whose draft stands in the place of its own', async () => {
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
