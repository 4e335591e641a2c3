import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import { migrate } from '@strata/platform/database/migrate';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { startTestEmbedded, startTestPostgres, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { spawn } from 'node:child_process';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { VAULT_SCHEMA } from '../src/adapters/vault-schema.ts';
import type { KeyRing } from '../src/key-ring/key-ring.ts';
import { KeyFile, newVaultKey } from './key-file.ts';
import { countRewraps, makeVaults, openAllValues, valuesOf, type TestSecret } from './many-vaults.ts';

const ROTATE = fileURLToPath(new URL('rotate.mjs', import.meta.url));
const DATABASE_URL = process.env['DATABASE_URL'] ?? '';

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly error: string;
}

/** Runs the command in its own process; `onLine` may kill it. */
function rotate(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string, kill: () => void) => void = () => undefined,
  settleMs = 0,
): Promise<Ended> {
  const child = spawn(process.execPath, [ROTATE, String(settleMs), ...argv], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    onLine(line, () => child.kill('SIGKILL'));
  });
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, lines, error: errors.join('').trim() })),
  );
}

/** A database that the command and the test use in turns. */
interface RotationDatabase {
  readonly env: Readonly<Record<string, string>>;
  withOwner<T>(work: (owner: DatabaseSession, connection: DatabaseConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const withOwnerOf: (database: TestDatabase) => RotationDatabase['withOwner'] =
  ({ connection }) =>
  async (work) => {
    const owner = await openSession(connection);
    return work(owner, connection).finally(() => owner.close());
  };

/** Creates vaults in an empty database. */
const fill = (database: RotationDatabase, keys: KeyRing, count: number): Promise<TestSecret[]> =>
  database.withOwner(async (owner, connection) => {
    const directory = fileURLToPath(VAULT_SCHEMA.migrations);
    await migrate({ ...VAULT_SCHEMA, connection, directory, logger: silentLogger });
    return makeVaults(owner, keys, count);
  });

/** The embedded database belongs to one process at a time. */
const embeddedIn = (keys: KeyFile): RotationDatabase => {
  const dataDir = keys.folder;
  return {
    env: { DATA_DIR: dataDir },
    withOwner: async (work) => {
      const database = await startTestEmbedded({ data: { dataDir: join(dataDir, 'database') } });
      return withOwnerOf(database)(work).finally(() => database.close());
    },
    close: () => Promise.resolve(),
  };
};

const onPostgres = async (): Promise<RotationDatabase> => {
  const database = await startTestPostgres(DATABASE_URL);
  return {
    env: { DATABASE_URL: database.connection.connectionString },
    withOwner: withOwnerOf(database),
    close: () => database.close(),
  };
};

function suite(vaults: number, open: (keys: KeyFile) => RotationDatabase | Promise<RotationDatabase>): void {
  let keys: KeyFile;
  let database: RotationDatabase;
  let secrets: readonly TestSecret[];
  const run = (argv: readonly string[], onLine?: (line: string, kill: () => void) => void): Promise<Ended> =>
    rotate(argv, { ...database.env, VAULT_KEY_FILE: keys.file }, onLine);
  beforeAll(async () => {
    keys = await KeyFile.make();
    database = await open(keys);
    secrets = await fill(database, await keys.ring(), vaults);
  });
  afterAll(async () => {
    await database.close();
    await keys.close();
  });

  test('leaves every secret readable when it is killed, and is completed by another run', async () => {
    const [old = ''] = await keys.ids();
    const killed = await run(['--new-key'], (line, kill) => {
      const [, done] = /^([\d,]+) of /.exec(line) ?? [];
      if (done !== undefined && Number(done.replace(',', '')) >= vaults * 0.4) kill();
    });
    expect(killed.code).toBeNull();
    const [fresh = '', ...others] = await keys.ids();
    expect(others).toEqual([old]);
    const both = await keys.ring();
    const halfway = await database.withOwner(async (owner) => {
      expect(await openAllValues(owner, both)).toEqual(valuesOf(secrets));
      return (await countRewraps(owner)).byKey;
    });
    expect(halfway[old]).toBeGreaterThan(0);
    expect(halfway[fresh]).toBeGreaterThanOrEqual(vaults * 0.4);

    const number = vaults.toLocaleString('en');
    const verify = await run(['--verify']);
    expect([verify.code, verify.lines.at(-2)]).toEqual([
      1,
      `${(halfway[old] ?? 0).toLocaleString('en')} of ${number} vaults are under another key`,
    ]);
    const finished = await run(['--drop-earlier']);
    expect(finished.error).toBe('');
    expect(finished.lines[0]).toBe(`${(halfway[fresh] ?? 0).toLocaleString('en')} of ${number} vaults`);
    expect(finished.lines.slice(-3)).toEqual([
      `${number} of ${number} vaults`,
      `Verified: ${number} data keys open under ${fresh}, and ${number} values, one of each vault with items`,
      `1 earlier key is dropped from ${keys.file}`,
    ]);
    expect(await keys.ids()).toEqual([fresh]);
    const onlyFresh = await keys.onlyFirst();
    await database.withOwner(async (owner) => {
      expect(await openAllValues(owner, onlyFresh)).toEqual(valuesOf(secrets));
      expect(await countRewraps(owner)).toEqual({ byKey: { [fresh]: vaults }, most: 1, entries: vaults });
    });
  });
}

const isThere = DATABASE_URL !== '';

// Skipped with PostgreSQL, because each start of the embedded database takes a while.
(isThere ? describe.skip : describe)('The rotation command on the embedded database', () => {
  suite(600, embeddedIn);
});

(isThere ? describe : describe.skip)(
  `The rotation command on PostgreSQL${isThere ? '' : ' (skipped: DATABASE_URL is not set)'}`,
  () => {
    suite(3_000, onPostgres);

    test('stops without changes if a key of some vaults is missing', async () => {
      const [keys, other] = [await KeyFile.make(), await KeyFile.make()];
      const database = await onPostgres();
      try {
        await fill(database, await keys.ring(), 2);
        const [[right = ''], wrong] = [await keys.ids(), await other.ids()];
        expect(await rotate(['--new-key'], { ...database.env, VAULT_KEY_FILE: other.file })).toEqual({
          code: 2,
          lines: [],
          error: `The data keys of 2 vaults are wrapped by the key ${right}, which is not among those of VAULT_KEY_FILE`,
        });
        expect(await other.ids()).toEqual(wrong);
      } finally {
        await database.close();
        await keys.close();
        await other.close();
      }
    });

    test('restores dropped keys after a run that was killed before its last check', async () => {
      const keys = await KeyFile.make();
      const database = await onPostgres();
      try {
        const secrets = await fill(database, await keys.ring(), 3);
        const [earlier, fresh] = [(await keys.text()).trim(), newVaultKey()];
        const [old] = await keys.ids();
        const copy = `${keys.file}.dropped`;
        await writeFile(copy, `${fresh}\n${earlier}\n`, { mode: 0o600 });
        await keys.write(fresh);
        const [freshId] = await keys.ids();
        const env = { ...database.env, VAULT_KEY_FILE: keys.file };
        const interrupted = `${copy} exists: a run was interrupted while it dropped keys`;

        const verify = await rotate(['--verify'], env);
        expect([verify.code, verify.lines]).toEqual([2, [`${interrupted}; a run without --verify restores them`]]);
        expect(await keys.ids()).toEqual([freshId]);
        const halfway = await rotate([], env);
        expect([halfway.error, halfway.lines[0]]).toEqual(['', `${interrupted}; 1 key is restored to ${keys.file}`]);
        expect(await keys.ids()).toEqual([freshId, old]);
        expect(await readdir(keys.folder)).toEqual(['VAULT_KEY']);

        // The state after a kill before the file was replaced: it still has all keys.
        await copyFile(keys.file, copy);
        const finished = await rotate(['--drop-earlier'], env);
        expect([finished.error, finished.lines[0]]).toEqual([
          '',
          `${interrupted}; 0 keys are restored to ${keys.file}`,
        ]);
        expect(finished.lines.at(-1)).toBe(`1 earlier key is dropped from ${keys.file}`);
        expect(await keys.ids()).toEqual([freshId]);
        expect(await readdir(keys.folder)).toEqual(['VAULT_KEY']);
        const onlyFresh = await keys.onlyFirst();
        await database.withOwner(async (owner) =>
          expect(await openAllValues(owner, onlyFresh)).toEqual(valuesOf(secrets)),
        );
      } finally {
        await database.close();
        await keys.close();
      }
    });

    test('may run twice at once with a new key each: in the end, all data keys are under the first key', async () => {
      const keys = await KeyFile.make();
      const database = await onPostgres();
      try {
        const secrets = await fill(database, await keys.ring(), 500);
        const env = { ...database.env, VAULT_KEY_FILE: keys.file };
        const outcomes = await Promise.all([rotate(['--new-key'], env), rotate(['--new-key'], env)]);
        const won = outcomes.filter(({ code }) => code === 0).length;
        expect(won).toBeGreaterThan(0);
        expect(outcomes.filter(({ code }) => code !== 0).map(({ error }) => error)).toEqual(
          Array.from({ length: 2 - won }, () => expect.stringContaining('another rotation is under way')),
        );
        const ids = await keys.ids();
        expect(ids).toHaveLength(1 + won);
        expect((await rotate(['--verify'], env)).code).toBe(0);
        await database.withOwner(async (owner) => {
          expect(Object.keys((await countRewraps(owner)).byKey)).toEqual([ids[0]]);
          expect(await openAllValues(owner, await keys.onlyFirst())).toEqual(valuesOf(secrets));
        });
      } finally {
        await database.close();
        await keys.close();
      }
    });
  },
);

test.each([
  [{ VAULT_KEYS: 'x' }, ['--new-key'], 'the keys are in VAULT_KEYS, not in a file'],
  [{ VAULT_KMS_KEY_ID: 'alias/strata' }, ['--drop-earlier'], 'the key is in AWS KMS'],
  [{}, ['--verify', '--new-key'], '--verify changes nothing'],
])('with %j the command rejects %j and gives the reason', async (env, argv, reason) => {
  expect(await rotate(argv, { DATA_DIR: '/nowhere', ...env })).toMatchObject({
    code: 2,
    lines: [],
    error: expect.stringContaining(reason),
  });
});
