import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { queuesOf } from '@strata/testkit/remove-queues';

/** A text, and where it is stored. */
export interface StoredText {
  readonly where: string;
  readonly text: string;
}

interface Columns {
  readonly table: string;
  readonly bytes: readonly string[];
}

/** Every row of every table (with those of its partitions) as text, and every value of bytes as Latin-1. */
export async function textsOfTables(session: DatabaseSession): Promise<StoredText[]> {
  const tables = await session.query<Columns>(
    `select format('%I.%I', n.nspname, c.relname) as table,
            array(select quote_ident(a.attname) from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'bytea'::regtype) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1`,
  );
  const texts: StoredText[] = [];
  for (const { table: where, bytes } of tables) {
    const rows = await session.query<{ text: string }>(`select t::text as text from ${where} t`);
    texts.push(...rows.map(({ text }) => ({ where, text })));
    for (const column of bytes) {
      const values = await session.query<{ value: Buffer }>(
        `select ${column} as value from ${where} where ${column} is not null`,
      );
      texts.push(...values.map(({ value }) => ({ where: `${where}.${column}`, text: value.toString('latin1') })));
    }
  }
  return texts;
}

/** Creates a table that has a text in every form in which tables are searched. */
export async function plantInTable({ query }: DatabaseSession, text: string): Promise<void> {
  await query('create schema leaks');
  await query('create table leaks.canary (form text, as_text text, as_bytes bytea)');
  const bytes = Buffer.from(text);
  for (const [form, written, raw] of [
    ['text', text, null],
    ['hex', bytes.toString('hex'), null],
    ['base64', bytes.toString('base64'), null],
    ['bytes', null, bytes],
  ])
    await query('insert into leaks.canary values ($1, $2, $3)', [form, written, raw]);
}

/** A session on the embedded database of the standalone process that runs on this data directory. */
export async function openEmbedded(dataDir: string): Promise<DatabaseSession> {
  const lock = await readFile(join(dataDir, 'database', 'strata.lock'), 'utf8');
  const { socketDir } = JSON.parse(lock) as { socketDir: string };
  return openSession({ kind: 'embedded', connectionString: `socket:${socketDir}?db=postgres&user=postgres` });
}

/** The messages in every command queue, dead-letter queue and delay queue. They stay there. */
export async function textsOfQueues(url: string, prefix: string): Promise<StoredText[]> {
  const broker = await connect(url);
  try {
    const texts: StoredText[] = [];
    for (const where of queuesOf(new AmqpNames(prefix))) {
      // On a channel of its own: its messages return to the queue when it closes, and an undeclared queue closes it.
      const channel = await broker.createChannel();
      channel.on('error', () => undefined);
      if (!(await channel.checkQueue(where).then(Boolean, () => false))) continue;
      for (let message = await channel.get(where); message !== false; message = await channel.get(where)) {
        const { content, properties, fields } = message;
        texts.push({ where, text: `${content.toString()} ${JSON.stringify(properties)} ${JSON.stringify(fields)}` });
      }
      await channel.close();
    }
    return texts;
  } finally {
    await broker.close();
  }
}

/** Every key of Redis with its value. */
export async function textsOfRedis(url: string): Promise<StoredText[]> {
  const redis = new Redis(url);
  try {
    const texts: StoredText[] = [];
    for await (const keys of redis.scanStream({ count: 1000 }) as AsyncIterable<string[]>)
      for (const where of keys) texts.push({ where, text: `${where} ${await valueOf(redis, where)}` });
    return texts;
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return (await redis.getBuffer(key))?.toString('latin1') ?? '';
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await redis.smembers(key));
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1', 'WITHSCORES'));
  if (type === 'none') return '';
  throw new Error(`Redis has a key of the type ${type}: add how to read it to stores.ts`);
}

/** The files under a directory that were written since a time, except those for secrets. None if it is not readable. */
export async function filesOf(directory: string, since: number): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'credentials.json' && !entry.parentPath.endsWith('/secrets'))
    .map((entry) => join(entry.parentPath, entry.name));
  const recent = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0));
  return files.filter((_file, at) => (recent[at] ?? 0) >= since);
}

export const bytesOf = (file: string): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));
