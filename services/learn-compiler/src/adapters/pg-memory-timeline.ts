import type { Memory } from '@strata/contracts/schemas/memory';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import { memoriesFor, MEMORY, toMemory, type MemoryRow } from './memory-rows.ts';
import { policyColumns } from './policy-columns.ts';

/** Each claim names what holds now, so that a chain of replacements is short; those that were learned in between can make it longer. */
const LONGEST_CHAIN = 20;

/**
 * The ids of a fact's memories: up from the memory to the one that holds now, then down to all that it replaced, the nearest in time
 * first. `path` ends a circle of claims that were said again and again.
 */
const idsOf = (isVisible: string, most: string): string => `
  with recursive
  start as (select id, replaced_by, valid_from from memories where id = $3 and tenant_id = $1 and environment = $2),
  later as (
    select id, replaced_by, array[id] as path from start
    union all
    select fact.id, fact.replaced_by, path || fact.id from later join memories as fact on fact.id = later.replaced_by
      and fact.tenant_id = $1 and fact.environment = $2 and not fact.is_side_text and ${isVisible}
    where fact.id <> all(path) and cardinality(path) < ${String(LONGEST_CHAIN)}),
  earlier as (
    (select id, array[id] as path from later order by cardinality(path) desc limit 1)
    union all
    select near.id, path || near.id from earlier cross join lateral (
      select fact.id from memories as fact where fact.replaced_by = earlier.id and fact.tenant_id = $1 and fact.environment = $2
        and not fact.is_side_text and ${isVisible}
      order by abs(extract(epoch from fact.valid_from - (select valid_from from start))), fact.id limit ${most}) as near
    where near.id <> all(path) and cardinality(path) < ${String(LONGEST_CHAIN)}),
  whole as (select id from later union select id from earlier)
  select id from whole join memories using (id) where memories.tenant_id = $1 and memories.environment = $2
  order by id <> $3, abs(extract(epoch from valid_from - (select valid_from from start))), id limit ${most}`;

/** A memory with what it replaced and what replaced it, as `MemoryReader.timeline` says. */
export const readTimeline = (
  database: Database,
  scope: TenantScope,
  id: string,
  visible: Filter,
  most: number,
): Promise<{ readonly memories: Memory[]; readonly isTruncated: boolean }> =>
  database.inTenant(scope, async (tx) => {
    const own = [scope.tenantId, scope.environment];
    const values: unknown[] = [...own, id];
    const bind = bindTo(values);
    const isVisible = filterSql(visible, policyColumns('fact'), bind);
    const near = await tx.query<{ id: string }>(idsOf(isVisible, bind(most + 1)), values);
    const shown: unknown[] = [...own, near.slice(0, most).map((row) => row.id)];
    const from = memoriesFor(visible, bindTo(shown));
    const rows = await tx.query<MemoryRow>(
      `select ${MEMORY} ${from} where tenant_id = $1 and environment = $2 and id = any($3) order by valid_from, seq`,
      shown,
    );
    return { memories: rows.map(toMemory), isTruncated: near.length > most };
  });
