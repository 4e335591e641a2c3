import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { AUDITOR_ROLE, SWEEPER_ROLE } from '../organization-schema.ts';
import { SWEEP_SOON } from '../pg-lifecycle-store.ts';

const TENANTS = `
  select distinct tenant_id as "tenantId", 'live' as environment from organizations where $1::text is null or tenant_id = $1 order by 1`;

/** Sweeps take their turns every minute; one of much data is interrupted, and due again at once. */
const stateOf = (isRunning: boolean): string => `
  select case
    when due_at is null then 'it has lifecycle policies, and is never swept'
    ${isRunning ? `when due_at < now() - interval '1 day' and coalesce(leased_until, now()) <= now() then 'its sweep is due for more than a day'` : ''}
    end as message
  from (select 1 from lifecycle_policies where tenant_id = $1 limit 1) as policies
  left join (select due_at, leased_until from lifecycle_sweeps where tenant_id = $1 and due_at <> 'infinity') as sweep on true`;

/** Tenants that are being swept, or are to be swept now. */
const SWEPT = `
  select tenant_id as id from lifecycle_sweeps where tenant_id = any($1) and (due_at <= now() or leased_until > now())`;

/** The tenants with organizations. */
export const tenantsOf =
  (database: Database) =>
  ({ tenantId }: Selection): Promise<TenantScope[]> =>
    database.asRole(AUDITOR_ROLE, (tx) => tx.query<TenantScope>(TENANTS, [tenantId ?? null]));

/** Those of the tenants whose data is being deleted or archived by age, or is to be. */
export const sweptTenants =
  (database: Database) =>
  async (tenantIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await database.asRole(SWEEPER_ROLE, (tx) => tx.query<{ id: string }>(SWEPT, [tenantIds]));
    return new Set(rows.map(({ id }) => id));
  };

/** The tenants with lifecycle policies with the turns of the sweeper. */
export const lifecycleSweepsCheck = (database: Database, isRunning: boolean): Check =>
  scopeCheck({
    name: 'lifecycle-sweeps',
    compares: 'Each tenant that has lifecycle policies with the turns of the sweeper',
    advice: '--repair makes the tenant due; if a sweep is due for long, see the log of enterprise-org.',
    isOfTenant: true,
    scopes: tenantsOf(database),
    findIn: (scope) =>
      database.inTenant(scope, async (tx) => {
        const rows = await tx.query<{ message: string | null }>(stateOf(isRunning), [scope.tenantId]);
        return rows.flatMap(({ message }) => (message === null ? [] : [{ id: 'sweep', message }]));
      }),
    repairIn: async (scope) => {
      await database.inTenant(scope, (tx) => tx.execute(SWEEP_SOON, [scope.tenantId, 0]));
    },
  });
