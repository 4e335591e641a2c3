import type { KnownFingerprint } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Fingerprints } from '../capturing/claim-fingerprints.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** What is stored takes precedence over a claim. */
const FIND = `
  select distinct on ("eventId") "eventId", fingerprint, "isStored" from (
    select id as "eventId", fingerprint, true as "isStored" from events where ${OWN} and id = any($3)
    union all
    select event_id, null, true from forgotten_events where ${OWN} and event_id = any($3)
    union all
    select event_id, fingerprint, false from idempotency_claims where ${OWN} and event_id = any($3)
  ) as known
  order by "eventId", "isStored" desc`;

const CLAIM = `
  insert into idempotency_claims (tenant_id, environment, event_id, fingerprint)
  select $1, $2, event_id, fingerprint from unnest($3::text[], $4::text[]) as claim (event_id, fingerprint)
  -- In one order, so that concurrent requests do not wait for each other in a circle.
  order by event_id
  on conflict do nothing`;

const FORGET = `delete from idempotency_claims where ${OWN} and at < now() - interval '1 day'`;

/** Fingerprints in PostgreSQL, which decides which of several gateways was first. */
export const createPgFingerprints = (database: Database): Fingerprints => {
  const find = (tx: Transaction, { tenantId, environment }: TenantScope, eventIds: readonly string[]) =>
    tx.query<KnownFingerprint>(FIND, [tenantId, environment, eventIds]);
  return {
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
  };
};
