import type { DatabaseConnection } from '@strata/platform/database/connection';
import { sqlState, translateError } from '@strata/platform/database/database-errors';
import { Client } from 'pg';

/** Another process creates the extension at the same moment. */
const CREATED_MEANWHILE = new Set(['23505', '42710']);
const NOT_PERMITTED = '42501';

/**
 * Makes sure that the database has pgvector. Returns why it cannot have it, or undefined if it has. Errors: `unavailable`.
 */
export async function ensurePgvector(connection: DatabaseConnection): Promise<string | undefined> {
  const { connectionString } = connection;
  const client = new Client({ connectionString, application_name: 'strata synthesis pgvector' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ installed: boolean; available: boolean }>(
      `select exists (select from pg_extension where extname = 'vector') as installed,
              exists (select from pg_available_extensions where name = 'vector') as available`,
    );
    const [{ installed, available } = { installed: false, available: false }] = rows;
    if (installed) return undefined;
    if (!available) return 'The database server does not have pgvector';
    await client.query('create extension if not exists vector schema public');
    return undefined;
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (CREATED_MEANWHILE.has(state)) return undefined;
    if (state === NOT_PERMITTED) return 'This database user may not create the extension';
    throw translateError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
