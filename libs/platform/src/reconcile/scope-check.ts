import type { TenantScope } from '@strata/kernel/tenant-scope';
import {
  byScope,
  keyOfDifference,
  repairScopes,
  type Check,
  type Difference,
  type RepairIn,
  type Selection,
} from './check.ts';

/** What differs in a tenant scope. */
export type Finding = Pick<Difference, 'id' | 'message'>;

export interface ScopeCheck extends Pick<Check, 'name' | 'compares' | 'advice'> {
  /** Whether what it looks at belongs to tenants, in both environments. */
  readonly isOfTenant?: boolean;
  /** The tenant scopes that the check looks at. */
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
  /** What differs in a tenant scope, of one moment; at most some thousands. */
  readonly findIn: (scope: TenantScope) => Promise<readonly Finding[]>;
  /** Repairs what was found in a tenant scope. */
  readonly repairIn?: RepairIn;
}

/** A check that looks at one tenant scope after the other. */
export function scopeCheck({ isOfTenant = false, scopes, findIn, repairIn, ...check }: ScopeCheck): Check {
  const differencesIn = async (scope: TenantScope): Promise<Difference[]> =>
    (await findIn(scope)).map((finding) => ({
      tenantId: scope.tenantId,
      environment: isOfTenant ? null : scope.environment,
      ...finding,
    }));
  return {
    ...check,
    async *find(selection) {
      for (const scope of await scopes(selection)) yield* await differencesIn(scope);
    },
    confirm: async (found) => {
      const known = new Set(found.map(keyOfDifference));
      const still: Difference[] = [];
      for (const scope of byScope(found).keys())
        still.push(...(await differencesIn(scope)).filter((difference) => known.has(keyOfDifference(difference))));
      return still;
    },
    ...(repairIn === undefined ? {} : { repair: repairScopes(repairIn) }),
  };
}
