import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { balanceOf, type Judgements } from '../rank/balance.ts';
import { withBalance } from './entry-features.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const COUNT = `
  insert into feedback_counts as kept (tenant_id, environment, entry_id, writer, successes, failures)
  select $1, $2, e.id, $4, $5, $6 from entries e where ${OWN} and e.id = any($3)
  on conflict (entry_id, writer, tenant_id, environment) do update set
    successes = kept.successes + excluded.successes, failures = kept.failures + excluded.failures`;

const READ = `
  select entry_id as "entryId", json_agg(json_build_object('successes', successes, 'failures', failures)) as judgements
  from feedback_counts where ${OWN} and entry_id = any($3) group by entry_id`;

const FEATURES = `select id, features from entries where ${OWN} and id = any($3)`;

const SET_FEATURES = `
  update entries e set features = given.features from unnest($3::text[], $4::text[]) as given (id, features)
  where ${OWN} and e.id = given.id`;

const DELETE = `delete from feedback_counts where ${OWN} and entry_id = any($3)`;

/** What feedback says of entries; of one without feedback, nothing. */
export async function readBalances(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ entryId: string; judgements: Judgements[] }>(READ, keyed(scope, ids));
  return new Map(rows.map(({ entryId, judgements }) => [entryId, balanceOf(judgements)]));
}

/**
 * Adds judgements of one writer on indexed entries, and shows them to the next query. Returns on how many. The writers' lock
 * must be held.
 */
export async function addJudgements(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
  writer: string,
  { successes, failures }: Judgements,
): Promise<number> {
  const counted = await tx.execute(COUNT, [...keyed(scope, ids), writer, successes, failures]);
  const balances = await readBalances(tx, scope, ids);
  const rows = await tx.query<{ id: string; features: string }>(FEATURES, keyed(scope, ids));
  const features = rows.map((row) => withBalance(row.features, balances.get(row.id) ?? 0));
  await tx.execute(SET_FEATURES, [
    ...keyed(
      scope,
      rows.map(({ id }) => id),
    ),
    features,
  ]);
  return counted;
}

/** Forgets all feedback on entries. */
export async function deleteFeedback(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<void> {
  await tx.execute(DELETE, keyed(scope, ids));
}

const keyed = ({ tenantId, environment }: TenantScope, ids: readonly string[]): unknown[] => [
  tenantId,
  environment,
  ids,
];
