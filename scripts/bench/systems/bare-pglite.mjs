/** The limit of a start of standalone: PGlite with the same extensions in a folder, in a process of its own. Sends a message when it answers. */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';

const database = new PGlite({ dataDir: process.argv[2], extensions: { vector, pg_trgm } });
await database.waitReady;
await database.exec('create extension if not exists vector; create extension if not exists pg_trgm');
await database.query('select 1');
process.send('ready');
const end = async () => {
  await database.close();
  process.exit();
};
process.once('SIGTERM', () => void end());
process.once('disconnect', () => void end());
