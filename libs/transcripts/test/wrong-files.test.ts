import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { SOURCES, type SourceName } from '../src/importing/sources.ts';
import { ImportFixture } from './import-fixture.ts';

const NAMES = Object.keys(SOURCES) as SourceName[];
const MEBIBYTE = 1024 * 1024;

/** Files that are no transcript of any source. */
const WRONG: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  binary: Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251),
  zeros: new Uint8Array(4096),
  'a text': 'Dear diary,\nnothing happened today.\n',
  'JSON of something else': '{"hello":"world"}\n',
  'a list of numbers': '[1,2,3]\n',
  'cut JSON': '{"type":"user","message":{"role":"us',
  'a cut list': '[{"conversation_id":"a","mapping":{',
};

describe('A file that is no transcript', () => {
  let fixture: ImportFixture;

  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  it.each(NAMES)('fails with a reason, each time, if it is named as one of %s', async (source) => {
    for (const [name, content] of Object.entries(WRONG)) {
      const path = await fixture.write(`wrong/${name}`, content);
      for (let time = 0; time < 2; time += 1) {
        const { files, events } = await fixture.import(source, { path });
        expect({ name, read: files.read, events: events.total }).toEqual({ name, read: 0, events: 0 });
        expect(files.failed).toEqual([{ path, reason: expect.stringMatching(/^(?:It|The file) [^\n]+$/) }]);
        expect(files.failed[0]?.reason).not.toMatch(/\bE[A-Z]{4,}\b/);
      }
    }
  });

  it.each(['claude-code', 'chatgpt'] as const)('takes no more memory than a line of %s may have', async (source) => {
    const path = await fixture.write('huge.json', Buffer.alloc(80 * MEBIBYTE, 'x'));
    const { files } = await fixture.import(source, { path });
    expect(files.failed).toHaveLength(1);
  });

  it('fails beside others if nothing in it is JSON, and the others are read', async () => {
    await fixture.write('a/broken.jsonl', 'no JSON\n');
    await fixture.write('a/good.jsonl', [
      { type: 'message', sessionId: 's', payload: { role: 'user', content: 'hello' } },
    ]);
    const report = await fixture.import('jsonl');
    expect(report).toMatchObject({ files: { read: 1, failed: [{ path: fixture.path('a/broken.jsonl') }] }, sent: 1 });
  });

  it('costs nothing but itself where a program begins to write it: it is read when it is complete', async () => {
    await fixture.write('a/new.jsonl', '{"type":"message","sess');
    expect((await fixture.import('jsonl')).files).toMatchObject({ failed: [] });
    await fixture.write('a/new.jsonl', [
      { type: 'message', sessionId: 's', payload: { role: 'user', content: 'hello' } },
    ]);
    expect((await fixture.import('jsonl')).sent).toBe(1);
  });

  it('does not stop an import if it is a pipe or a device', async () => {
    const pipe = await fixture.write('a/pipe.jsonl', '');
    execFileSync('sh', ['-c', 'rm "$1" && mkfifo "$1"', 'sh', pipe]);
    await symlink(pipe, fixture.path('a/link.jsonl'));
    await symlink('/dev/zero', fixture.path('a/zero.jsonl'));
    const { files } = await fixture.import('jsonl');
    expect(files.failed.map(({ reason }) => reason)).toEqual(Array(2).fill('It is no regular file'));
    expect((await fixture.import('jsonl', { path: pipe })).files.failed).toHaveLength(1);
  });

  it('says what to do about a path that does not exist, or a folder without transcripts', async () => {
    await fixture.write('other/readme.md', 'hello');
    for (const source of NAMES) {
      await expect(fixture.import(source, { path: fixture.path('nowhere') })).rejects.toThrow(/does not exist/);
      await expect(fixture.import(source, { path: fixture.path('other') })).rejects.toThrow(
        new RegExp(`no transcript of ${source}`),
      );
    }
  });
});
