import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { openAsBlob } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackendSettings, FromBackend, ToBackend } from './backend-messages.ts';
import { openDataDir } from './data-dir.ts';
import { PinnedPGlite } from './pinned-pglite.ts';

const MAX_CONNECTIONS = 200;
const STALL_CHECK_MS = 1_000;
const EXTENSIONS = { vector, pg_trgm };
/**
 * The engine takes the memory of its buffers, 128 MB by default, and clears it at each start. What they do not hold, the system's file
 * cache does.
 */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
const CREATE_EXTENSIONS = 'CREATE EXTENSION IF NOT EXISTS vector; CREATE EXTENSION IF NOT EXISTS pg_trgm';

/** The thread of the embedded database: PGlite behind a Unix socket. */
async function run(settings: BackendSettings): Promise<void> {
  const database = await open(settings);
  const server = new PGLiteSocketServer({ db: database, path: settings.socketPath, maxConnections: MAX_CONNECTIONS });
  await rm(settings.socketPath, { force: true });
  await server.start();

  const stallCheck = setInterval(() => {
    const stalled = server.getStats().queuedQueries > 0 && database.quietMs > settings.idleInTransactionMs;
    if (stalled) fail('a transaction was left open while others waited');
  }, STALL_CHECK_MS);

  parentPort?.on('message', (message: ToBackend) => {
    if (message === 'ping') {
      post({ kind: 'pong' });
      return;
    }
    clearInterval(stallCheck);
    void server
      .stop()
      .then(() => database.close())
      .finally(() => process.exit(0));
  });
  post({ kind: 'ready' });
}

async function open({ dataDir, snapshotFile }: BackendSettings): Promise<PinnedPGlite> {
  if (dataDir === undefined) return createNew({}, snapshotFile);
  return openDataDir(dataDir, {
    createNew: (directory) => createNew({ dataDir: directory }, snapshotFile),
    open: (directory) => create({ dataDir: directory }),
  });
}

async function createNew(where: { dataDir?: string }, snapshotFile: string | undefined): Promise<PinnedPGlite> {
  if (snapshotFile === undefined) return create(where);
  if (await exists(snapshotFile)) return create({ ...where, loadDataDir: await openAsBlob(snapshotFile) });
  const database = await create(where);
  await saveSnapshot(database, snapshotFile);
  return database;
}

async function create(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PinnedPGlite> {
  const engine = { ...options, extensions: EXTENSIONS, startParams: START_PARAMETERS };
  const database = new PinnedPGlite(engine, (error) => {
    fail(reasonOf(error));
  });
  await database.waitReady;
  await database.exec(CREATE_EXTENSIONS);
  return database;
}

/** Renames the finished file into place, so that concurrent processes never see half of it. */
async function saveSnapshot(database: PinnedPGlite, file: string): Promise<void> {
  const dump = await database.dumpDataDir('none');
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${String(process.pid)}.${String(Date.now())}`;
  await writeFile(partial, new Uint8Array(await dump.arrayBuffer()));
  await rename(partial, file);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const post = (message: FromBackend): void => {
  parentPort?.postMessage(message);
};

/** Ends the thread; the supervisor starts another one, which recovers committed data. */
function fail(reason: string): void {
  post({ kind: 'failed', reason });
  process.exit(1);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

run(workerData as BackendSettings).catch((error: unknown) => {
  fail(reasonOf(error));
});
