import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImportFixture } from './import-fixture.ts';

/** Transcripts that others published, beside the checkout or wherever TRANSCRIPT_SAMPLES says; none of them is in the repository. */
const FOLDER =
  process.env['TRANSCRIPT_SAMPLES'] ?? fileURLToPath(new URL('../../../../shared/data/transcripts', import.meta.url));
const isThere = existsSync(FOLDER);

(isThere ? describe : describe.skip)('Samples of real transcripts', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  it.each([
    ['claude-code', 'claude-code'],
    ['codex', 'codex/session-alpha.jsonl'],
    ['cursor', 'cursor'],
  ] as const)('of %s are read without a failed file, and once', async (source, below) => {
    const path = `${FOLDER}/${below}`;
    const { files, unknown, events, rejected, leftOut } = await fixture.import(source, { path });
    expect(files.found).toBeGreaterThan(0);
    expect(files).toMatchObject({ failed: [], read: files.found });
    expect(
      Object.keys(unknown).filter((type) => !['number', 'string', 'object', 'without type'].includes(type)),
    ).toEqual([]);
    // One sample has two records of one id, with different texts.
    const known = leftOut['already stored, for example by a hook'] ?? 0;
    expect(events.total - rejected.total - known).toBe(fixture.stored.size);
    expect(await fixture.import(source, { path })).toMatchObject({ events: { total: 0 }, files: { read: 0 } });
  });

  it('of Claude Code have their messages, commands and edits', async () => {
    const report = await fixture.import('claude-code', { path: `${FOLDER}/claude-code` });
    expect(report.events.byType).toMatchObject({ command_exec: expect.any(Number), file_edit: expect.any(Number) });
    expect(report.broken.total).toBeGreaterThan(0);
    expect(report.sessions).toBe(4);
  });
});
