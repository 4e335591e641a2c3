import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Check, Difference, Selection } from '@strata/platform/reconcile/check';

/** The tenants of which a service has data. */
interface TenantSource {
  readonly service: string;
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
}

/** The tenants of every service's data with those that exist. */
export function tenantsCheck(
  sources: readonly TenantSource[],
  unknownTenants: (tenantIds: readonly string[]) => Promise<string[]>,
): Check {
  const find = async (selection: Selection): Promise<Difference[]> => {
    const found: Difference[] = [];
    for (const { service, scopes } of sources) {
      const tenantIds = [...new Set((await scopes(selection)).map(({ tenantId }) => tenantId))];
      const unknown = await unknownTenants(tenantIds);
      const message = `${service} has data of it, and the tenant does not exist`;
      found.push(...unknown.map((tenantId) => ({ tenantId, environment: null, id: service, message })));
    }
    return found;
  };
  return {
    name: 'tenants',
    compares: "The tenants of every service's data with those of the gateway",
    advice: 'Nobody can read this data any more: compare with a back-up of the gateway.',
    async *find(selection) {
      yield* await find(selection);
    },
    confirm: async (found) => {
      const still: Difference[] = [];
      for (const tenantId of new Set(found.map((difference) => difference.tenantId ?? '')))
        still.push(...(await find({ tenantId })));
      return still;
    },
  };
}
