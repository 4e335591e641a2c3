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

/** The command in a process of its own; `onLine` may kill it. */
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

/** A database that the command and the test come to in turns. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  look<T>(work: (owner: DatabaseSession, connection: DatabaseConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const lookInto: (database: TestDatabase) => Place['look'] =
  ({ connection }) =>
  async (work) => {
    const owner = await openSession(connection);
    return work(owner, connection).finally(() => owner.close());
  };

/** Vaults in a database that has none yet. */
const fill = (place: Place, keys: KeyRing, count: number): Promise<TestSecret[]> =>
  place.look(async (owner, connection) => {
    const directory = fileURLToPath(VAULT_SCHEMA.migrations);
    await migrate({ ...VAULT_SCHEMA, connection, directory, logger: silentLogger });
    return makeVaults(owner, keys, count);
  });

/** The embedded database belongs to one process at a time. */
const embeddedIn = (keys: KeyFile): Place => {
  const dataDir = keys.folder;
  return {
    env: { DATA_DIR: dataDir },
    look: async (work) => {
      const database = await startTestEmbedded({ data: { dataDir: join(dataDir, 'database') } });
      return lookInto(database)(work).finally(() => database.close());
    },
    close: () => Promise.resolve(),
  };
};

const onPostgres = async (): Promise<Place> => {
  const database = await startTestPostgres(DATABASE_URL);
  return {
    env: { DATABASE_URL: database.connection.connectionString },
    look: lookInto(database),
    close: () => database.close(),
  };
};

function suite(vaults: number, open: (keys: KeyFile) => Place | Promise<Place>): void {
  let keys: KeyFile;
  let place: Place;
  let secrets: readonly TestSecret[];
  const run = (argv: readonly string[], onLine?: (line: string, kill: () => void) => void): Promise<Ended> =>
    rotate(argv, { ...place.env, VAULT_KEY_FILE: keys.file }, onLine);
  beforeAll(async () => {
    keys = await KeyFile.make();
    place = await open(keys);
    secrets = await fill(place, await keys.ring(), vaults);
  });
  afterAll(async () => {
    await place.close();
    await keys.close();
  });

  test('killed in the middle it leaves every secret readable, and is finished by another run', async () => {
    const [old = ''] = await keys.ids();
    const killed = await run(['--new-key'], (line, kill) => {
      const [, done] = /^([\d,]+) of /.exec(line) ?? [];
      if (done !== undefined && Number(done.replace(',', '')) >= vaults * 0.4) kill();
    });
    expect(killed.code).toBeNull();
    const [fresh = '', ...others] = await keys.ids();
    expect(others).toEqual([old]);
    const both = await keys.ring();
    const halfway = await place.look(async (owner) => {
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
      `Verified: ${number} data keys open under ${fresh} alone, and ${number} values, one of each vault that has any`,
      `1 earlier key is dropped from ${keys.file}`,
    ]);
    expect(await keys.ids()).toEqual([fresh]);
    const alone = await keys.onlyFirst();
    await place.look(async (owner) => {
      expect(await openAllValues(owner, alone)).toEqual(valuesOf(secrets));
      expect(await countRewraps(owner)).toEqual({ byKey: { [fresh]: vaults }, most: 1, entries: vaults });
    });
  }, 240_000);
}

const isThere = DATABASE_URL !== '';

// Each start of the embedded database takes a while; what is different there is in the tests of the rotation itself.
(isThere ? describe.skip : describe)('The rotation of the vaults’ key as a command, on the embedded database', () => {
  suite(600, embeddedIn);
});

(isThere ? describe : describe.skip)(
  `The rotation of the vaults’ key as a command, on PostgreSQL${isThere ? '' : ' (skipped: DATABASE_URL is not set)'}`,
  () => {
    suite(3_000, onPostgres);

    test('refuses to go on without a key that vaults are under, and makes none then', async () => {
      const [keys, other] = [await KeyFile.make(), await KeyFile.make()];
      const place = await onPostgres();
      try {
        await fill(place, await keys.ring(), 2);
        const [[right = ''], wrong] = [await keys.ids(), await other.ids()];
        expect(await rotate(['--new-key'], { ...place.env, VAULT_KEY_FILE: other.file })).toEqual({
          code: 2,
          lines: [],
          error: `The data keys of 2 vaults are wrapped by the key ${right}, which is not among those of VAULT_KEY_FILE`,
        });
        expect(await other.ids()).toEqual(wrong);
      } finally {
        await place.close();
        await keys.close();
        await other.close();
      }
    });

    test('killed before it had looked again, it has the keys put back by the next run, which finishes', async () => {
      const keys = await KeyFile.make();
      const place = await onPostgres();
      try {
        const secrets = await fill(place, await keys.ring(), 3);
        const [earlier, fresh] = [(await keys.text()).trim(), newVaultKey()];
        const [old] = await keys.ids();
        const copy = `${keys.file}.dropped`;
        await writeFile(copy, `${fresh}\n${earlier}\n`, { mode: 0o600 });
        await keys.write(fresh);
        const [freshId] = await keys.ids();
        const env = { ...place.env, VAULT_KEY_FILE: keys.file };
        const brokenOff = `${copy} is there: a run broke off while it dropped keys`;

        const verify = await rotate(['--verify'], env);
        expect([verify.code, verify.lines]).toEqual([2, [`${brokenOff}; one without --verify puts them back`]]);
        expect(await keys.ids()).toEqual([freshId]);
        const halfway = await rotate([], env);
        expect([halfway.error, halfway.lines[0]]).toEqual(['', `${brokenOff}; 1 key is back in ${keys.file}`]);
        expect(await keys.ids()).toEqual([freshId, old]);
        expect(await readdir(keys.folder)).toEqual(['VAULT_KEY']);

        // As after a kill before the file was replaced: it has all of them yet.
        await copyFile(keys.file, copy);
        const finished = await rotate(['--drop-earlier'], env);
        expect([finished.error, finished.lines[0]]).toEqual(['', `${brokenOff}; 0 keys are back in ${keys.file}`]);
        expect(finished.lines.at(-1)).toBe(`1 earlier key is dropped from ${keys.file}`);
        expect(await keys.ids()).toEqual([freshId]);
        expect(await readdir(keys.folder)).toEqual(['VAULT_KEY']);
        const alone = await keys.onlyFirst();
        await place.look(async (owner) => expect(await openAllValues(owner, alone)).toEqual(valuesOf(secrets)));
      } finally {
        await place.close();
        await keys.close();
      }
    }, 60_000);

    test('runs twice at once, each with a new key: one of them stands first in the end, and everything is under it', async () => {
      const keys = await KeyFile.make();
      const place = await onPostgres();
      try {
        const secrets = await fill(place, await keys.ring(), 500);
        const env = { ...place.env, VAULT_KEY_FILE: keys.file };
        const outcomes = await Promise.all([rotate(['--new-key'], env), rotate(['--new-key'], env)]);
        const won = outcomes.filter(({ code }) => code === 0).length;
        expect(won).toBeGreaterThan(0);
        expect(outcomes.filter(({ code }) => code !== 0).map(({ error }) => error)).toEqual(
          Array.from({ length: 2 - won }, () => expect.stringContaining('another rotation is under way')),
        );
        const ids = await keys.ids();
        expect(ids).toHaveLength(1 + won);
        expect((await rotate(['--verify'], env)).code).toBe(0);
        await place.look(async (owner) => {
          expect(Object.keys((await countRewraps(owner)).byKey)).toEqual([ids[0]]);
          expect(await openAllValues(owner, await keys.onlyFirst())).toEqual(valuesOf(secrets));
        });
      } finally {
        await place.close();
        await keys.close();
      }
    }, 120_000);
  },
);

test.each([
  [{ VAULT_KEYS: 'x' }, ['--new-key'], 'the keys are in VAULT_KEYS, not in a file'],
  [{ VAULT_KMS_KEY_ID: 'alias/strata' }, ['--drop-earlier'], 'the key is in AWS KMS'],
  [{}, ['--verify', '--new-key'], '--verify changes nothing'],
])('with %j the command refuses %j and says why', async (env, argv, reason) => {
  expect(await rotate(argv, { DATA_DIR: '/nowhere', ...env })).toMatchObject({
    code: 2,
    lines: [],
    error: expect.stringContaining(reason),
  });
});
