import type { Environment, TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '../database/database.ts';
import type { ItemKey } from './compare-items.ts';

/** Reads pages until one is not full. `read` gets the last item of the page before. */
export async function* pagesOf<Item>(
  limit: number,
  read: (after: Item | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let last: Item | undefined; ;) {
    const page = await read(last);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}

/** Keys as three columns, for `unnest`. */
export const keyColumns = (keys: readonly ItemKey[]): string[][] => [
  keys.map(({ tenantId }) => tenantId),
  keys.map(({ environment }) => environment),
  keys.map(({ id }) => id),
];

/** Joins the keys in $1 to $3 with the rows of a table, in an order that the planner cannot turn round: by an index on ids. */
export const GIVEN_KEYS = 'unnest($1::text[], $2::text[], $3::text[]) as given (tenant_id, environment, id)';

/**
 * The tenant scopes of a table, each found by one look-up in an index that begins with tenant and environment.
 *
 * @param where a condition that the index has, too
 */
export async function readScopes(
  tx: Transaction,
  table: string,
  tenantId: string | undefined,
  where = 'true',
): Promise<TenantScope[]> {
  const next = (after: string): string => `
    select tenant_id, environment from ${table}
    where ${where} and ($1::text is null or tenant_id = $1) and ${after} order by tenant_id, environment limit 1`;
  const rows = await tx.query<{ tenantId: string; environment: Environment }>(
    `with recursive scopes as (
       (${next('true')})
       union all
       select following.* from scopes cross join lateral (
         ${next('(tenant_id, environment) > (scopes.tenant_id, scopes.environment)')}) as following)
     select tenant_id as "tenantId", environment from scopes`,
    [tenantId ?? null],
  );
  return rows;
}

/** Each tenant scope once, in order. */
export function distinctScopes(scopes: readonly TenantScope[]): TenantScope[] {
  const byKey = new Map(
    scopes.map(({ tenantId, environment }) => [`${tenantId}/${environment}`, { tenantId, environment }]),
  );
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, scope]) => scope);
}
