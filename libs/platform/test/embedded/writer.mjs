/**
 * Writes rows into the embedded database of a directory and prints each row's number once it is committed, until it
 * is killed. Runs the compiled code, as a service does.
 */
import pg from 'pg';
import { startEmbeddedDatabase } from '../../dist/database/embedded/start-embedded-database.js';

const WRITERS = 4;
const [dataDir, first, snapshotFile] = process.argv.slice(2);
const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };

const database = await startEmbeddedDatabase({ data: { dataDir }, snapshotFile, logger });
const pool = new pg.Pool({ connectionString: database.connection.connectionString, max: WRITERS });
await pool.query('CREATE TABLE IF NOT EXISTS row (number bigint PRIMARY KEY, filler text)');
console.log('ready');

let next = Number(first);
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (;;) {
      const number = next++;
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO row VALUES ($1, $2)', [number, 'x'.repeat(500)]);
      await client.query('COMMIT');
      client.release();
      console.log(String(number));
    }
  }),
);
