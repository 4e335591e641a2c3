import type { KnownFingerprint } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Fingerprints } from '../capturing/claim-fingerprints.ts';
import { BEFORE_MONTHS } from './event-months.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** What takes precedence comes last: what is stored over what was deleted, and that over a claim. */
const FIND = `
  select event_id as "eventId", fingerprint, false as "isStored", null::bigint as seq
  from idempotency_claims where ${OWN} and event_id = any($3)
  union all
  select event_id, null::text, true, null::bigint from forgotten_events where ${OWN} and event_id = any($3)
  union all
  select event_id, null::text, true, seq from event_ids where ${OWN} and event_id = any($3)
  union all
  select id, fingerprint, true, null::bigint from events where ${OWN} and id = any($3) and ${BEFORE_MONTHS}`;

/** The fingerprints of listed events. As values, their `seq` limit the statement to their months. */
const READ_LISTED = `
  select id as "eventId", fingerprint, true as "isStored" from events where ${OWN} and seq = any($3)`;

const CLAIM = `
  insert into idempotency_claims (tenant_id, environment, event_id, fingerprint)
  select $1, $2, event_id, fingerprint from unnest($3::text[], $4::text[]) as claim (event_id, fingerprint)
  -- In one order, so that concurrent requests do not wait for each other in a circle.
  order by event_id
  on conflict do nothing`;

const FORGET = `delete from idempotency_claims where ${OWN} and at < now() - interval '1 day'`;

/** Fingerprints in PostgreSQL, which decides which of several gateways was first. */
export const createPgFingerprints = (database: Database): Fingerprints => ({
  find: (scope, eventIds) => database.inTenant(scope, (tx) => find(tx, scope, eventIds)),
  claim: (scope, claims) =>
    database.inTenant(
      scope,
      async (tx) => {
        const eventIds = claims.map(({ eventId }) => eventId);
        const fingerprints = claims.map(({ fingerprint }) => fingerprint);
        await tx.execute(CLAIM, [scope.tenantId, scope.environment, eventIds, fingerprints]);
        const found = await find(tx, scope, eventIds);
        await tx.execute(FORGET, [scope.tenantId, scope.environment]);
        return found;
      },
      { retry: true },
    ),
});

async function find(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  eventIds: readonly string[],
): Promise<KnownFingerprint[]> {
  const rows = await tx.query<KnownFingerprint & { seq: string | null }>(FIND, [tenantId, environment, eventIds]);
  const known = new Map<string, KnownFingerprint>();
  const add = ({ eventId, fingerprint, isStored }: KnownFingerprint): void => {
    known.set(eventId, { eventId, fingerprint, isStored });
  };
  for (const row of rows) add(row);
  const listed = rows.flatMap(({ seq }) => seq ?? []);
  if (listed.length > 0)
    for (const row of await tx.query<KnownFingerprint>(READ_LISTED, [tenantId, environment, listed])) add(row);
  return [...known.values()];
}
