import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { STATED_CONFIDENCE } from '../compile/memories/message-memories.ts';
import { contentKey } from '../compile/text/hash.ts';
import { addToIndexOutbox } from './pg-index-outbox.ts';

/** Marks what people state apart from the words of claims, in `claim_keys`. */
const MARK = '=';
/** More sources leave no less doubt. */
const MOST_SOURCES = 4;
/** Of one statement, so many memories are read, those that were said last. */
const MOST_HOLDERS = 64;

const STATEMENTS = `
  select distinct key from claim_keys
  where tenant_id = $1 and environment = $2 and memory_id = any($3) and key like '${MARK}%'`;

/**
 * What memories should be believed that are believed otherwise: `n` sources that say the same leave an `n`th of the doubt. Each memory
 * is looked up by itself: before the tables are analyzed, a join would walk through all memories of the tenant, and search all
 * statements again for each.
 */
const WEIGH = `
  with found as materialized (
    select wanted.key, said.memory_id
    from unnest($3::text[]) as wanted (key)
    cross join lateral (
      select memory_id from claim_keys
      where claim_keys.key = wanted.key and tenant_id = $1 and environment = $2
      order by said_at desc limit ${String(MOST_HOLDERS)}) as said),
  holder as materialized (
    select found.key, held.id, held.voices, held.confidence
    from found
    cross join lateral (
      select id, voices, confidence from memories
      where tenant_id = $1 and environment = $2 and id = found.memory_id and kind <> 'question' limit 1) as held),
  weighed as materialized (
    select key, (1 - (1 - $4::real) / least(count(distinct voice), ${String(MOST_SOURCES)}))::real as confidence
    from holder cross join lateral unnest(voices) as voice group by key)
  select holder.id, max(weighed.confidence) as confidence
  from holder join weighed using (key)
  group by holder.id, holder.confidence having max(weighed.confidence) <> holder.confidence`;

const BELIEVE = `
  update memories set confidence = $4::real, revision = nextval('revisions'), updated_at = now()
  where tenant_id = $1 and environment = $2 and id = any($3)`;

/** What a statement is found by: the statements of one place and end user are compared. */
export const statementKey = (agentId: string, namespaceId: string, userId: string, statement: string): string =>
  `${MARK}${contentKey('statement', agentId, namespaceId, userId, statement)}`;

/** The statements of memories, to be weighed again when the memories are gone. */
export const readStatements = async (
  tx: Transaction,
  scope: TenantScope,
  memoryIds: readonly string[],
): Promise<string[]> =>
  (await tx.query<{ key: string }>(STATEMENTS, [scope.tenantId, scope.environment, memoryIds])).map(({ key }) => key);

/** Sets the confidence of the memories that hold a statement by how many independent sources state it. */
export async function weighAgreement(tx: Transaction, scope: TenantScope, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { tenantId, environment } = scope;
  const changed = await tx.query<{ id: string; confidence: number }>(WEIGH, [
    ...[tenantId, environment],
    [...new Set(keys)],
    STATED_CONFIDENCE,
  ]);
  // There are as many values as numbers of sources that count.
  for (const confidence of new Set(changed.map((one) => one.confidence))) {
    const ids = changed.filter((one) => one.confidence === confidence).map(({ id }) => id);
    await tx.execute(BELIEVE, [tenantId, environment, ids, confidence]);
  }
  await addToIndexOutbox(
    tx,
    scope,
    changed.map(({ id }) => id),
  );
}
