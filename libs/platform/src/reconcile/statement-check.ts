import { keyOfDifference, repairScopes, type Check, type Difference, type RepairIn } from './check.ts';

export interface StatementCheck extends Pick<Check, 'name' | 'compares' | 'advice'> {
  /** The differences of a tenant or of all, with these ids or with any, of one moment; at most some thousands. */
  readonly find: (tenantId: string | null, ids: readonly string[] | null) => Promise<readonly Difference[]>;
  /** Repairs those of a tenant scope. */
  readonly repairIn?: RepairIn;
}

/** A check that is one statement over all tenants. */
export function statementCheck({ find, repairIn, ...check }: StatementCheck): Check {
  return {
    ...check,
    async *find({ tenantId }) {
      yield* await find(tenantId ?? null, null);
    },
    confirm: async (found) => {
      const known = new Set(found.map(keyOfDifference));
      const ids = found.map(({ id }) => id);
      return (await find(null, ids)).filter((difference) => known.has(keyOfDifference(difference)));
    },
    ...(repairIn === undefined ? {} : { repair: repairScopes(repairIn) }),
  };
}
