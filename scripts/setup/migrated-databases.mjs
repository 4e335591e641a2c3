import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { withSetupLock } from './lock.mjs';
import { migrationScript, SERVICES } from './services.mjs';
import { digest } from './stamp.mjs';
import { root } from './workspace.mjs';

const CACHE = join(root, 'node_modules', '.cache', 'strata');
const PLATFORM = join(root, 'libs', 'platform');
const TEMPLATE = 'strata_template_';
/** One maker at a time: test runs of several clones may share a server. */
const LOCK_KEY = 7_283_401_967;
/** A template that no test run has used for so long is dropped: its migrations have changed since. */
const STALE = '7 days';

/**
 * Jest's global setup: makes what tests copy instead of migrating a database each, once for each state of the migrations. Names
 * them in `STRATA_MIGRATED_SNAPSHOT` and, if `DATABASE_URL` is set, in `STRATA_MIGRATED_TEMPLATE`.
 */
export default async function makeMigratedDatabases() {
  const state = migrationsDigest();
  const snapshot = join(CACHE, `migrated-${state}.tar`);
  if (!existsSync(snapshot)) await withSetupLock(() => makeSnapshot(snapshot));
  process.env.STRATA_MIGRATED_SNAPSHOT = snapshot;
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) return;
  const template = `${TEMPLATE}${state}`;
  await withServer(DATABASE_URL, (server) => makeTemplate(server, DATABASE_URL, template));
  process.env.STRATA_MIGRATED_TEMPLATE = template;
}

/** Whatever decides what a migrated database contains. */
function migrationsDigest() {
  const folders = SERVICES.map((name) => join(root, 'services', name)).flatMap((service) =>
    // Not the whole service: some versions of Node follow the links in its `node_modules`, which form circles.
    ['.', 'prisma'].flatMap((within) =>
      foldersIn(join(service, within)).filter((name) => /\/migrations[\w-]*$/.test(name)),
    ),
  );
  const files = [...folders, join(PLATFORM, 'src', 'database')].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  );
  // A migration may make the partition of the present month.
  const month = new Date().toISOString().slice(0, 7);
  return digest([...files.sort(), join(PLATFORM, 'package.json')], month).slice(0, 16);
}

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
    : [];

async function makeSnapshot(file) {
  if (existsSync(file)) return;
  console.error('[setup] migrating a database that tests copy');
  const { startEmbeddedDatabase } = await import(join(PLATFORM, 'dist/database/embedded/start-embedded-database.js'));
  const folder = mkdtempSync(join(tmpdir(), 'strata-migrated-'));
  try {
    const logger = { info() {}, warn() {}, error: console.error };
    const database = await startEmbeddedDatabase({ data: { dataDir: folder }, logger });
    try {
      const [, socket] = /^socket:([^?]*)/.exec(database.connection.connectionString);
      await migrate(`postgres://postgres@${encodeURIComponent(socket)}/postgres`);
    } finally {
      await database.close();
    }
    const { PGlite } = createRequire(join(PLATFORM, 'package.json'))('@electric-sql/pglite');
    const engine = await PGlite.create(join(folder, 'pgdata'));
    const dump = await engine.dumpDataDir('none');
    await engine.close();
    mkdirSync(CACHE, { recursive: true });
    for (const old of readdirSync(CACHE).filter((name) => name.startsWith('migrated-'))) rmSync(join(CACHE, old));
    writeFileSync(`${file}.part`, new Uint8Array(await dump.arrayBuffer()));
    renameSync(`${file}.part`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeTemplate(server, url, name) {
  await server.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    const part = `${name}_part`;
    await server.query(`DROP DATABASE IF EXISTS ${part} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${part}`);
    await migrate(Object.assign(new URL(url), { pathname: part }).href);
    await server.query(`ALTER DATABASE ${part} RENAME TO ${name}`);
  }
  await server.query(`COMMENT ON DATABASE ${name} IS '${new Date().toISOString()}'`);
  const stale = await server.query(
    `SELECT datname AS name FROM pg_database
     WHERE starts_with(datname, $1) AND shobj_description(oid, 'pg_database')::timestamptz < now() - $2::interval`,
    [TEMPLATE, STALE],
  );
  for (const row of stale.rows) await server.query(`DROP DATABASE IF EXISTS ${row.name}`);
}

async function withServer(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function migrate(url) {
  for (const service of SERVICES)
    await promisify(execFile)(process.execPath, [migrationScript(service)], {
      env: { ...process.env, DATABASE_URL: url },
    });
}
