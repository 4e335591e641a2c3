import { wasIssued } from '@strata/kernel/capture-ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { pagesOf } from '@strata/platform/reconcile/key-pages';
import { scopeCheck, type Finding } from '@strata/platform/reconcile/scope-check';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const PAGE = 10_000;
const MOST = 1000;

const NEXT = `
  select seq, id, (idempotency_key is null) = (fingerprint is null) as "isWhole" from events
  where ${OWN} and seq > $3 order by seq limit ${String(PAGE)}`;

const OTHER_CLAIMS = `
  select id from idempotency_claims as claim join events using (tenant_id, environment)
  where claim.tenant_id = $1 and claim.environment = $2 and events.tenant_id = $1 and events.environment = $2
    and events.id = claim.event_id and events.fingerprint is distinct from claim.fingerprint order by id limit ${String(MOST)}`;

interface Row {
  readonly seq: string;
  readonly id: string;
  readonly isWhole: boolean;
}

/** The id of each event with its tenant scope, and its idempotency key with its fingerprint. */
export const eventIdsCheck = (database: Database): Check =>
  scopeCheck({
    name: 'event-ids',
    compares: 'The id of each event with the tenant scope that issued it, and fingerprints with idempotency keys',
    advice: 'The row was changed, or belongs to another tenant: compare with a back-up.',
    scopes: scopesOf(database),
    findIn: async (scope) => [...(await findForeign(database, scope)), ...(await findOther(database, scope))],
  });

async function findForeign(database: Database, scope: TenantScope): Promise<Finding[]> {
  const found: Finding[] = [];
  const pages = pagesOf<Row>(PAGE, (last) =>
    readAll<Row>(database, NEXT, [scope.tenantId, scope.environment, last?.seq ?? 0]),
  );
  for await (const page of pages) {
    for (const { id, isWhole } of page) {
      if (!wasIssued(scope, id)) found.push({ id, message: 'its id was not issued for this tenant and environment' });
      if (!isWhole) found.push({ id, message: 'it has an idempotency key or a fingerprint, but not both' });
    }
    if (found.length >= MOST) break;
  }
  return found;
}

async function findOther(database: Database, { tenantId, environment }: TenantScope): Promise<Finding[]> {
  const rows = await readAll<{ id: string }>(database, OTHER_CLAIMS, [tenantId, environment]);
  return rows.map(({ id }) => ({ id, message: 'another event was claimed with its idempotency key' }));
}
