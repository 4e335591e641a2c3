import { setTimeout as delay } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { sqlState } from './database-errors.ts';

const ATTEMPTS = 20;
const RETRY_MS = 50;
/** "Tuple concurrently updated": processes on two databases of one cluster changed its shared catalog at once. */
const CONCURRENT_UPDATE = 'XX000';
const NOT_PERMITTED = '42501';

/**
 * Creates roles that cannot log in, own nothing and are bound by row-level security. Roles belong to the whole cluster, and
 * locks to one database, so processes on two databases may do this at once.
 */
export async function ensureRoles(client: Client, roles: readonly string[]): Promise<void> {
  for (const role of roles) {
    try {
      await retryOnConflict(() => client.query(createIfMissing(role)));
      await retryOnConflict(() => client.query(joinIfNeeded(role)));
    } catch (error) {
      if (sqlState(error) !== NOT_PERMITTED) throw error;
      throw new Error(
        `The database user may not create or take the role ${role}; run deploy/postgres/service-logins.sql as a superuser`,
        { cause: error },
      );
    }
  }
}

const createIfMissing = (role: string): string => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
      CREATE ROLE ${escapeIdentifier(role)} NOLOGIN NOINHERIT;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/** SET ROLE needs membership, except for a superuser; since PostgreSQL 16 it needs the SET option of the membership. */
const joinIfNeeded = (role: string): string => `
  DO $$ BEGIN
    IF NOT pg_has_role(current_user, '${role}',
         CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
      GRANT ${escapeIdentifier(role)} TO current_user;
    END IF;
  EXCEPTION WHEN unique_violation THEN NULL;
  END $$`;

async function retryOnConflict(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (sqlState(error) !== CONCURRENT_UPDATE || attempt === ATTEMPTS) throw error;
      await delay(RETRY_MS * Math.random());
    }
  }
}
