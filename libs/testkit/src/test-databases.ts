import { describe } from '@jest/globals';
import { postgresConnection, type DatabaseConnection } from '@strata/platform/database/connection';
import {
  startEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '@strata/platform/database/embedded/start-embedded-database';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { silentLogger } from './test-logger.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly connection: DatabaseConnection;
  close(): Promise<void>;
}

export interface TestBackend {
  readonly name: 'embedded' | 'postgres';
  /** Starts one to which the migrations of all services are applied: a copy, which takes less than to migrate it. */
  start(): Promise<TestDatabase>;
  startEmpty(): Promise<TestDatabase>;
}

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/strata', import.meta.url));
/** Lets a new embedded database start at once. Named after the versions that made it: another PGlite cannot read it. */
export const snapshotFile = join(CACHE, `pglite-${engineVersions()}.tar`);

/** Of a database to which the migrations of all services are applied; scripts/setup/migrated-databases.mjs makes it. */
export const migratedSnapshotFile = process.env['STRATA_MIGRATED_SNAPSHOT'] ?? '';

function engineVersions(): string {
  const manifest = readFileSync(new URL('../../platform/package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const engine = Object.entries(dependencies).filter(([name]) => name.startsWith('@electric-sql/'));
  return engine.map(([, version]) => version).join('-');
}

/** The embedded database: what the smoke test of a service runs on. */
export const embeddedDatabase: TestBackend = {
  name: 'embedded',
  start: () => startTestEmbedded({ snapshotFile: migratedSnapshotFile }),
  startEmpty: () => startTestEmbedded(),
};

/** Starts the embedded database, in memory by default, from a snapshot made once per machine. */
export function startTestEmbedded(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    data: 'memory',
    snapshotFile,
    logger: silentLogger,
    ...options,
  });
}

/** Creates a new database on the server at `url`, empty or like `template`; closing drops it. */
export async function startTestPostgres(url: string, template = 'template1'): Promise<TestDatabase> {
  const name = `strata_test_${randomBytes(8).toString('hex')}`;
  await administrate(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    connection: postgresConnection(own.href),
    close: () => administrate(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Creates one to which the migrations of all services are applied. */
export const startMigratedPostgres = (url: string): Promise<TestDatabase> =>
  startTestPostgres(url, process.env['STRATA_MIGRATED_TEMPLATE']);

const postgres = (url: string): TestBackend => ({
  name: 'postgres',
  start: () => startMigratedPostgres(url),
  startEmpty: () => startTestPostgres(url),
});

async function administrate(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A migrated database for a suite that runs on any: PostgreSQL if `DATABASE_URL` is set, else embedded. */
export const startTestDatabase = (): Promise<TestDatabase> => (serverBackend() ?? embeddedDatabase).start();

/**
 * Runs the suite of a service once: on PostgreSQL if `DATABASE_URL` names a server that can create databases, else on
 * the embedded database, with the PostgreSQL run shown as skipped. Each service's `embedded.test.ts` covers the
 * embedded database in either case.
 */
export function describeOnDatabase(title: string, suite: (backend: TestBackend) => void): void {
  if (serverBackend() === undefined) describeOnEmbedded(title, suite);
  describeOnPostgres(title, suite);
}

/** Runs the suite of a library that talks to the database on the embedded database and on PostgreSQL. */
export function describeOnBothDatabases(title: string, suite: (backend: TestBackend) => void): void {
  describeOnEmbedded(title, suite);
  describeOnPostgres(title, suite);
}

function describeOnEmbedded(title: string, suite: (backend: TestBackend) => void): void {
  describe(`${title} (embedded)`, () => {
    suite(embeddedDatabase);
  });
}

/** Runs a suite on PostgreSQL only, and shows it as skipped if `DATABASE_URL` is not set. */
export function describeOnPostgres(title: string, suite: (backend: TestBackend) => void): void {
  const backend = serverBackend();
  if (backend === undefined) {
    describe.skip(`${title} (PostgreSQL: skipped, DATABASE_URL is not set)`, () => {
      suite(postgres(''));
    });
  } else {
    describe(`${title} (PostgreSQL)`, () => {
      suite(backend);
    });
  }
}

/** PostgreSQL at `DATABASE_URL`; undefined if that is not set. */
function serverBackend(): TestBackend | undefined {
  const url = process.env['DATABASE_URL'];
  return url ? postgres(url) : undefined;
}
