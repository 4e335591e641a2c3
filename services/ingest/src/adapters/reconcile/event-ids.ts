import { wasIssued } from '@strata/kernel/capture-ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { pagesOf } from '@strata/platform/reconcile/key-pages';
import { scopeCheck, type Finding } from '@strata/platform/reconcile/scope-check';
import { BEFORE_MONTHS } from '../event-months.ts';
import { seqOf } from '../locate-events.ts';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const PAGE = 10_000;
const MOST = 1000;

const NEXT = `
  select seq, id, (idempotency_key is null) = (fingerprint is null) as "isWhole",
         ${BEFORE_MONTHS} or exists (
           select from event_ids as listed where listed.event_id = events.id and listed.tenant_id = $1
             and listed.environment = $2 and listed.seq = events.seq) as "isListed"
  from events
  where ${OWN} and seq > $3 order by seq limit ${String(PAGE)}`;

const OTHER_CLAIMS = `
  select claim.event_id as id from idempotency_claims as claim
  cross join lateral (
    select fingerprint from events
    where events.tenant_id = $1 and events.environment = $2 and seq = ${seqOf('claim.event_id', '$1', '$2')} limit 1) as stored
  where claim.tenant_id = $1 and claim.environment = $2 and stored.fingerprint is distinct from claim.fingerprint
  order by 1 limit ${String(MOST)}`;

interface Row {
  readonly seq: string;
  readonly id: string;
  readonly isWhole: boolean;
  readonly isListed: boolean;
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
    for (const { id, isWhole, isListed } of page) {
      if (!wasIssued(scope, id)) found.push({ id, message: 'its id was not issued for this tenant and environment' });
      if (!isWhole) found.push({ id, message: 'it has an idempotency key or a fingerprint, but not both' });
      if (!isListed) found.push({ id, message: 'its id is not listed, so it could be stored again' });
    }
    if (found.length >= MOST) break;
  }
  return found;
}

async function findOther(database: Database, { tenantId, environment }: TenantScope): Promise<Finding[]> {
  const rows = await readAll<{ id: string }>(database, OTHER_CLAIMS, [tenantId, environment]);
  return rows.map(({ id }) => ({ id, message: 'another event was claimed with its idempotency key' }));
}
