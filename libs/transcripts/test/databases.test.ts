import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { ImportFixture } from './import-fixture.ts';

const AT = 1.76e12;

/** Tables and records as in OpenCode's schema. */
const message = (id: string, role: string, more: object = {}) => [
  id,
  'ses_1',
  AT + Number(id.slice(4)),
  JSON.stringify({ role, time: { created: AT, completed: AT + 5 }, ...more }),
];
const part = (id: string, messageId: string, data: object) => [id, messageId, 'ses_1', JSON.stringify(data)];
const INSERT_PART = 'INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?)';
const bash = (status: string, more: object) => ({
  type: 'tool',
  tool: 'bash',
  callID: 'k1',
  state: { status, input: { command: 'npm run build' }, ...more },
});
const SCHEMA = `
  CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, parent_id TEXT, time_archived INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)`;

describe('An import from a database', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  const inDatabase = async (name: string, change: (database: InstanceType<typeof sqlite.Database>) => void) => {
    const path = fixture.path(name);
    await mkdir(dirname(path), { recursive: true });
    const database = new sqlite.Database(path);
    change(database);
    database.close();
    return path;
  };

  describe('of OpenCode', () => {
    const create = () =>
      inDatabase('opencode.db', (database) => {
        database.exec(SCHEMA);
        database.run(
          "INSERT INTO session VALUES ('ses_1', '/home/ada', NULL, NULL), ('ses_2', '/home/ada', 'ses_1', NULL)",
        );
        for (const row of [message('msg_1', 'user'), message('msg_2', 'assistant', { modelID: 'model-x' })])
          database.run('INSERT INTO message VALUES (?, ?, ?, ?)', row);
        for (const row of [
          part('prt_1', 'msg_1', { type: 'text', text: 'Fix the export' }),
          part('prt_2', 'msg_1', { type: 'text', text: 'The file holds …', synthetic: true }),
          part('prt_3', 'msg_2', { type: 'step-start' }),
          part('prt_4', 'msg_2', bash('running', {})),
          part('prt_5', 'msg_2', { type: 'text', text: 'I build it.' }),
          part('prt_6', 'msg_2', { type: 'hologram' }),
        ])
          database.run(INSERT_PART, row);
      });

    it('reads messages and calls that ended, and later those that ended since', async () => {
      await create();
      const report = await fixture.import('opencode');
      expect(report.files.failed).toEqual([]);
      expect([...fixture.stored.values()]).toMatchObject([
        { type: 'message', sessionId: 'ses_1', payload: { content: 'Fix the export' }, metadata: { cwd: '/home/ada' } },
        { type: 'message', payload: { role: 'assistant', content: 'I build it.' }, metadata: { model: 'model-x' } },
      ]);
      expect(report).toMatchObject({
        leftOut: { 'call that still runs': 1, 'session of a subagent': 1, 'step-start': 1, 'synthetic text': 1 },
        unknown: { 'part hologram': 1 },
      });
      expect(await fixture.import('opencode')).toMatchObject({ files: { unchanged: 1 }, sent: 0 });
      await inDatabase('opencode.db', (database) =>
        database.run(INSERT_PART, part('prt_4', 'msg_2', bash('completed', { output: 'boom', metadata: { exit: 2 } }))),
      );
      expect(await fixture.import('opencode')).toMatchObject({ sent: 1, rejected: { total: 0 } });
      expect(fixture.payloads().at(-1)).toEqual({
        type: 'command_exec',
        payload: { command: 'npm run build', output: 'boom', exitCode: 2 },
      });
    });
  });

  it('reads changes that are only in the log of the database', async () => {
    const path = await inDatabase('log/opencode.db', (database) => {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
      database.exec(SCHEMA);
      database.run("INSERT INTO session VALUES ('ses_1', '/home/ada', NULL, NULL)");
      database.run('INSERT INTO message VALUES (?, ?, ?, ?)', message('msg_1', 'user'));
      database.run(INSERT_PART, part('prt_1', 'msg_1', { type: 'text', text: 'Only in the log' }));
      for (const suffix of ['', '-wal'])
        copyFileSync(`${fixture.path('log/opencode.db')}${suffix}`, `${fixture.path('opencode.db')}${suffix}`);
    });
    await rm(path, { force: true });
    expect(await fixture.import('opencode')).toMatchObject({ sent: 1, files: { found: 1 } });
    expect(fixture.payloads()).toEqual([{ type: 'message', payload: { role: 'user', content: 'Only in the log' } }]);
  });

  describe('of Cursor', () => {
    /** Blobs in the shape of the store of Cursor's command line, made from the description of its format. */
    const NAME = '0cc175b9c0f1b6a831c399e269772661/5f0c0a52-0b0e-4bd1-a8f2-5a1a6a3f7e10/store.db';
    const add = (messages: readonly object[]) =>
      inDatabase(NAME, (database) => {
        database.exec('CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, data BLOB)');
        for (const message of messages)
          database.run('INSERT INTO blobs VALUES (?, ?)', [
            Buffer.from(JSON.stringify(message)).toString('hex').slice(-64),
            Buffer.from(JSON.stringify(message)),
          ]);
        database.run("INSERT OR REPLACE INTO blobs VALUES ('graph', x'0a0b0c')");
      });
    const call = { type: 'tool-call', toolCallId: 'k1', toolName: 'Shell', args: { command: 'npm ci' } };
    const result = {
      type: 'tool-result',
      toolCallId: 'k1',
      toolName: 'Shell',
      result: 'Exit code: 1\n\nCommand output: boom',
    };

    it('reads its messages, and later the result of a call', async () => {
      await add([
        { role: 'system', content: 'Rules' },
        { role: 'user', content: '<user_info>\nOS: linux\n</user_info>', createdAt: AT },
        {
          role: 'user',
          content: [{ type: 'text', text: '<user_query>\nFix the export\n</user_query>' }],
          createdAt: AT,
        },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm' }, call], createdAt: AT + 1 },
      ]);
      await fixture.import('cursor');
      expect([...fixture.stored.values()]).toMatchObject([
        { sessionId: '5f0c0a52-0b0e-4bd1-a8f2-5a1a6a3f7e10', payload: { role: 'user', content: 'Fix the export' } },
      ]);
      await add([{ role: 'tool', content: [result], createdAt: AT + 2 }]);
      expect(await fixture.import('cursor')).toMatchObject({ sent: 1 });
      expect(fixture.payloads().at(-1)).toEqual({
        type: 'command_exec',
        payload: { command: 'npm ci', output: 'Exit code: 1\n\nCommand output: boom', exitCode: 1 },
      });
      expect(await fixture.import('cursor')).toMatchObject({ sent: 0, files: { unchanged: 1 } });
    });
  });

  it('reports a file that is no database, and reads the others', async () => {
    await fixture.write(
      'a/opencode.db',
      'no database at all, and longer than a header of one hundred bytes '.repeat(4),
    );
    const { files } = await fixture.import('opencode');
    expect(files).toMatchObject({ found: 1, read: 0, failed: [{ path: expect.stringContaining('opencode.db') }] });
  });
});
