import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { AUDITOR_ROLE } from '../vault-schema.ts';

const TENANTS = `
  select distinct tenant_id as "tenantId", 'live' as environment from vaults where $1::text is null or tenant_id = $1 order by 1`;

const COUNTS = `
  select id, item_count as counted, coalesce(items, 0)::integer as stored
  from vaults left join (select vault_id, count(*) as items from vault_items where tenant_id = $1 group by 1) as stored
    on stored.vault_id = vaults.id
  where tenant_id = $1 and item_count <> coalesce(items, 0)`;

/** The values themselves are not read. */
const WITHOUT_VALUE = `
  select vault_id || ' ' || id as id, version from vault_items as item where tenant_id = $1 and not exists (
    select from vault_item_versions as value where value.tenant_id = $1 and value.vault_id = item.vault_id
      and value.item_id = item.id and value.version = item.version) order by 1 limit 1000`;

/** Adds what is missing, which stays the same whatever is stored meanwhile. */
const COUNT_AGAIN = `
  update vaults set item_count = item_count + stored - counted from (${COUNTS}) as wrong
  where vaults.tenant_id = $1 and vaults.id = wrong.id and vaults.id = any($2)`;

/** The tenants with vaults. */
export const tenantsOf =
  (database: Database) =>
  ({ tenantId }: Selection): Promise<TenantScope[]> =>
    database.asRole(AUDITOR_ROLE, (tx) => tx.query<TenantScope>(TENANTS, [tenantId ?? null]));

/** The items of vaults with the counts of vaults, and with their values. Opens no value. */
export const vaultItemChecks = (database: Database): Check[] => [
  scopeCheck({
    name: 'vault-counts',
    compares: 'The number of items of each vault with the items',
    advice: '--repair counts them again.',
    isOfTenant: true,
    scopes: tenantsOf(database),
    findIn: (scope) =>
      database.inTenant(scope, async (tx) => {
        const rows = await tx.query<{ id: string; counted: number; stored: number }>(COUNTS, [scope.tenantId]);
        return rows.map(({ id, counted, stored }) => ({
          id,
          message: `${String(counted)} items are counted, ${String(stored)} are stored`,
        }));
      }),
    repairIn: async (scope, ids) => {
      await database.inTenant(scope, (tx) => tx.execute(COUNT_AGAIN, [scope.tenantId, ids]));
    },
  }),
  scopeCheck({
    name: 'vault-values',
    compares: 'Each item of a vault with its newest value',
    advice: 'The value is lost: put it again. `npm run rotate-vault-key -- --verify` checks that values open.',
    isOfTenant: true,
    scopes: tenantsOf(database),
    findIn: (scope) =>
      database.inTenant(scope, async (tx) => {
        const rows = await tx.query<{ id: string; version: number }>(WITHOUT_VALUE, [scope.tenantId]);
        return rows.map(({ id, version }) => ({ id, message: `its value, version ${String(version)}, is not stored` }));
      }),
  }),
];
