import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openAll } from '../../lifecycle/closeable.ts';
import type { Logger } from '../../log/logger.ts';
import type { DatabaseConnection } from '../connection.ts';
import { BackendSupervisor } from './backend-supervisor.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { maintainTables } from './maintenance.ts';

export interface EmbeddedDatabaseOptions {
  /** Directory of the data, created if missing; `memory` stores nothing on disk. */
  readonly data: { readonly dataDir: string } | 'memory';
  /** A snapshot that saves later databases the seconds of a first start; written if missing (for tests). */
  readonly snapshotFile?: string;
  readonly logger: Logger;
  /** Milliseconds one statement may block the database before it is restarted (default 120,000). */
  readonly hungAfterMs?: number;
  /** Milliseconds a transaction may sit idle while others wait, before the database is restarted (default 30,000). */
  readonly idleInTransactionMs?: number;
}

/** A PostgreSQL inside this process (PGlite), in its own thread behind a private Unix socket. */
export interface EmbeddedDatabase {
  readonly connection: DatabaseConnection;
  /** Whether it accepts connections now. After a crash it restarts by itself. */
  isAlive(): boolean;
  /** Ends the engine as a crash would. */
  crash(): Promise<void>;
  /** Analyzes changed tables and vacuums the one that needs it most; runs by itself every 5 s. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

const SOCKET = '.s.PGSQL.5432';
/** The kernel's limit of a Unix socket's path is 108 bytes (104 on macOS). */
const MAX_SOCKET_PATH = 100;
const MAINTENANCE_MS = 5_000;

/**
 * Starts the embedded database. The first start on a directory takes some seconds, every later one less than one. Throws
 * when another process uses the directory, or the engine cannot start.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { data, logger, hungAfterMs = 120_000, idleInTransactionMs = 30_000 } = options;
  return openAll(async (stack) => {
    const socketDir = await makeSocketDir();
    stack.defer(() => rm(socketDir, { recursive: true, force: true }));
    const dataDir = data === 'memory' ? undefined : resolve(data.dataDir);
    if (dataDir !== undefined) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const lock = await lockDataDir(dataDir, socketDir);
      stack.defer(() => lock.release());
    }
    const settings = {
      dataDir,
      snapshotFile: options.snapshotFile,
      socketPath: join(socketDir, SOCKET),
      idleInTransactionMs,
    };
    const supervisor = new BackendSupervisor({ settings, logger, hungAfterMs });
    stack.defer(() => supervisor.stop());
    await supervisor.start();

    const connectionString = `socket:${socketDir}?db=postgres&user=postgres`;
    const maintain = async (): Promise<void> => {
      if (supervisor.isAlive) await maintainTables(connectionString);
    };
    let isMaintaining = false;
    const maintenance = setInterval(() => {
      if (isMaintaining) return;
      isMaintaining = true;
      maintain()
        .catch((error: unknown) => {
          logger.warn('Maintenance of the embedded database failed', { error });
        })
        .finally(() => {
          isMaintaining = false;
        });
    }, MAINTENANCE_MS).unref();
    stack.defer(() => {
      clearInterval(maintenance);
    });
    return {
      connection: { kind: 'embedded', connectionString },
      isAlive: () => supervisor.isAlive,
      crash: () => supervisor.kill(),
      maintain,
      close: () => stack.close(),
    };
  });
}

/** A new directory that only this user can enter (mkdtemp sets mode 0700). */
async function makeSocketDir(): Promise<string> {
  const preferred = join(tmpdir(), 'strata-XXXXXX', SOCKET).length <= MAX_SOCKET_PATH ? tmpdir() : '/tmp';
  return mkdtemp(join(preferred, 'strata-'));
}
