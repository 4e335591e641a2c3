import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { snapshotFile, startTestEmbedded } from '@strata/testkit/test-databases';
import { createTestLogger, silentLogger } from '@strata/testkit/test-logger';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { createDatabase } from '../../src/database/create-database.ts';
import {
  startEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '../../src/database/embedded/start-embedded-database.ts';
import { CloseStack } from '../../src/lifecycle/closeable.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

/** For starts and recoveries on busy machines. */
const SLOW = { withinMs: 120_000 };

const WRITER = fileURLToPath(new URL('./writer.mjs', import.meta.url));

const socketDirOf = ({ connection }: EmbeddedDatabase): string =>
  /^socket:([^?]+)/.exec(connection.connectionString)?.[1] ?? '';

describe('An embedded database in memory', () => {
  let embedded: EmbeddedDatabase;
  let pool: Pool;

  beforeAll(async () => {
    embedded = await startTestEmbedded();
    pool = new Pool({ connectionString: embedded.connection.connectionString, max: 8 });
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await embedded.close();
  });

  it('listens in a directory that only this user can enter, and that it removes', async () => {
    expect((await stat(socketDirOf(embedded))).mode & 0o777).toBe(0o700);
    const closed = await startTestEmbedded();
    await closed.close();
    await expect(stat(socketDirOf(closed))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has vectors and trigrams', async () => {
    const { rows } = await pool.query<{ distance: number; similarity: number }>(
      `SELECT '[1,0]'::vector <-> '[0,1]' AS distance, similarity('strata', 'stratum') AS similarity`,
    );
    expect(rows[0]?.distance).toBeCloseTo(Math.SQRT2);
    expect(rows[0]?.similarity).toBeGreaterThan(0);
  });

  it('gives every connection its own rows when statements with large values run at once', async () => {
    const filler = 'x'.repeat(300_000);
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const sent = `${String(number)}${number % 2 === 0 ? filler : ''}`;
        const { rows } = await pool.query<{ sent: string; own: number }>(
          `SELECT $1::text AS sent, ${String(number)} AS own`,
          [sent],
        );
        return rows[0]?.sent === sent && rows[0].own === number;
      }),
    );
    expect(results.filter((isRight) => !isRight)).toEqual([]);
  });

  it('rolls back the transaction of a client that disconnects', async () => {
    await pool.query('CREATE TABLE left_open (id int)');
    const client = new Client({ connectionString: embedded.connection.connectionString });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN; INSERT INTO left_open VALUES (1)');
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
    stream.destroy();
    await expect(pool.query('SELECT * FROM left_open')).resolves.toMatchObject({ rows: [] });
  });

  it('analyzes its tables without autovacuum', async () => {
    await pool.query('CREATE TABLE busy (id int PRIMARY KEY, n int)');
    await pool.query('INSERT INTO busy SELECT i, 0 FROM generate_series(1, 2000) i');
    await pool.query('UPDATE busy SET n = n + 1');
    await embedded.maintain();
    const { rows } = await pool.query<{ reltuples: number }>(`SELECT reltuples FROM pg_class WHERE relname = 'busy'`);
    expect(rows[0]?.reltuples).toBe(2000);
  });
});

describe('A failing embedded database', () => {
  const stack = new CloseStack();
  afterEach(() => stack.close());

  const start = async (options: Partial<EmbeddedDatabaseOptions> = {}) => {
    const { logger, lines } = createTestLogger();
    const embedded = stack.use(await startTestEmbedded({ logger, ...options }));
    const hasLogged = (key: string, part: string) => lines.some((line) => String(line[key]).includes(part));
    return { embedded, hasLogged };
  };

  const connect = async ({ connection }: EmbeddedDatabase): Promise<Client> => {
    const client = new Client({ connectionString: connection.connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  it('restarts after its engine has crashed, and the pool reconnects', async () => {
    const { embedded, hasLogged } = await start();
    const database = stack.use(
      createDatabase({
        connection: embedded.connection,
        schema: 'public',
        role: 'postgres',
        logger: silentLogger,
        metrics: createMetrics({ service: 'test' }),
      }),
    );
    const scope = { tenantId: 'ten_1', environment: 'live' } as const;
    const underWay = database.inTenant(scope, async (tx) => {
      await embedded.crash();
      return tx.query('SELECT 1');
    });
    await expect(underWay).rejects.toMatchObject({ code: 'unavailable' });
    await eventually(() => hasLogged('message', 'is back'), SLOW);
    const rows = await eventually(() => database.inTenant(scope, (tx) => tx.query('SELECT 1 AS one')), SLOW);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('restarts when a statement blocks it for too long', async () => {
    const { embedded, hasLogged } = await start({ hungAfterMs: 2_000 });
    const client = await connect(embedded);
    await expect(client.query('SELECT count(*) FROM generate_series(1, 10000000000) a')).rejects.toThrow();
    expect(hasLogged('message', 'hangs')).toBe(true);
    await eventually(() => hasLogged('message', 'is back'), SLOW);
  });

  it('restarts when a transaction is left open while others wait', async () => {
    const { embedded, hasLogged } = await start({ idleInTransactionMs: 500 });
    const holder = await connect(embedded);
    const waiter = await connect(embedded);
    await holder.query('BEGIN');
    await expect(waiter.query('SELECT 1')).rejects.toThrow();
    await eventually(() => hasLogged('reason', 'left open') && hasLogged('message', 'is back'), SLOW);
  });
});

describe('An embedded database on disk', () => {
  const stack = new CloseStack();
  let dataDir: string;

  beforeEach(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'strata-test-'));
    stack.defer(() => rm(parent, { recursive: true, force: true }));
    dataDir = join(parent, 'data');
  });
  afterEach(() => stack.close());

  const start = async () =>
    stack.use(await startEmbeddedDatabase({ data: { dataDir }, snapshotFile, logger: silentLogger }));

  /** Starts a writer and collects the numbers it reports as committed. */
  const startWriter = async (first: number) => {
    const child = spawn(process.execPath, [WRITER, dataDir, String(first), snapshotFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'close');
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await exited;
    };
    stack.defer(kill);
    const committed: number[] = [];
    let ready = false;
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'ready') ready = true;
      else committed.push(Number(line));
    });
    await eventually(() => ready, SLOW);
    return { pid: child.pid, committed, kill };
  };

  it('keeps every acknowledged row through kill -9, and can be opened at once by another process', async () => {
    const acknowledged: number[] = [];
    for (const round of [0, 1]) {
      const { committed, kill } = await startWriter(round * 1_000_000);
      await eventually(() => committed.length > 300, SLOW);
      await kill();
      acknowledged.push(...committed);
    }

    const { connection } = await start();
    const client = new Client({ connectionString: connection.connectionString });
    await client.connect();
    const { rows } = await client.query<{ number: string }>('SELECT number FROM row');
    await client.end();
    const stored = new Set(rows.map(({ number }) => Number(number)));
    expect(acknowledged.length).toBeGreaterThan(600);
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  });

  it('rejects a second process with the pid of the first, which continues', async () => {
    const { pid, committed } = await startWriter(0);
    await expect(start()).rejects.toThrow(`in use by process ${String(pid)}`);
    const before = committed.length;
    await eventually(() => committed.length > before, SLOW);
  });

  it('that cannot start throws, and releases its directory', async () => {
    await (await start()).close();
    await rm(join(dataDir, 'pgdata', 'global'), { recursive: true });
    for (let attempt = 0; attempt < 2; attempt += 1) await expect(start()).rejects.toThrow('could not start');
  });

  it('is created again after an interrupted first start', async () => {
    await (await start()).close();
    await rm(join(dataDir, 'initialized'));
    await rm(join(dataDir, 'pgdata', 'global'), { recursive: true });
    expect((await start()).isAlive()).toBe(true);
  });
});
