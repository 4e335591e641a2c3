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

/** `n` sources that say the same leave an `n`th of the doubt. */
const WEIGH = `
  with holder as materialized (
    select wanted.key, memories.id, memories.voices
    from unnest($3::text[]) as wanted (key)
    cross join lateral (
      select memory_id from claim_keys
      where claim_keys.key = wanted.key and tenant_id = $1 and environment = $2
      order by said_at desc limit ${String(MOST_HOLDERS)}) as found
    join memories on memories.tenant_id = $1 and memories.environment = $2 and memories.id = found.memory_id
    where memories.kind <> 'question'),
  weighed as (
    select key, (1 - (1 - $4::real) / least(count(distinct voice), ${String(MOST_SOURCES)}))::real as confidence
    from holder cross join lateral unnest(voices) as voice group by key)
  update memories set confidence = weighed.confidence, revision = nextval('revisions'), updated_at = now()
  from holder join weighed using (key)
  where memories.tenant_id = $1 and memories.environment = $2 and memories.id = holder.id
    and memories.confidence <> weighed.confidence
  returning memories.id`;

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
  const changed = await tx.query<{ id: string }>(WEIGH, [
    scope.tenantId,
    scope.environment,
    [...new Set(keys)],
    STATED_CONFIDENCE,
  ]);
  await addToIndexOutbox(
    tx,
    scope,
    changed.map(({ id }) => id),
  );
}
