import { policyIdsOf, ruleOf, type LifecyclePlan } from '@strata/policy/lifecycle-rules';
import { byPolicies } from '@strata/policy/tombstones';
import type { DataItem } from '@strata/policy/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { dueSql } from '@strata/policy/lifecycle-sql';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { MemoryLifecycle } from '../lifecycle/memory-lifecycle.ts';
import type { StoredItem } from '../reading/artifact-reader.ts';
import { memoryColumns, stepColumns } from './lifecycle-columns.ts';
import { addToIndexOutbox } from './pg-index-outbox.ts';
import { previewLifecycle } from './pg-lifecycle-preview.ts';
import { deleteMemories, retractEvents } from './pg-retraction.ts';
import { restoration, type ArchivedMemory } from './restoration.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const ITEM = 'id, namespace_id as "namespaceId", agent_id as "agentId", tags, is_side_text as "isSideText"';

interface MarkedRow {
  readonly isSideText: boolean;
}

/** The lifecycle of memories in PostgreSQL. Rows that another transaction has locked are left to the next sweep. */
export function createPgMemoryLifecycle(database: Database, recordTombstones: RecordTombstones): MemoryLifecycle {
  const inBatch = <T>(scope: TenantScope, work: (tx: Transaction, values: unknown[]) => Promise<T>): Promise<T> =>
    database.inTenant(scope, (tx) => work(tx, [scope.tenantId, scope.environment]), { retry: true });

  return {
    restore: (scope, { rules, now }, limit) =>
      inBatch(scope, async (tx, values) => {
        const bind = bindTo(values);
        const due = (step: 'archiveAfterDays' | 'deleteAfterDays'): string =>
          dueSql(rules, step, memoryColumns, now, bind);
        const rows = await tx.query<ArchivedMemory & MarkedRow>(
          `select ${ITEM}, archived_at as "archivedAt" from memories
           where ${OWN} and archived_at is not null and not ${due('archiveAfterDays')} and not ${due('deleteAfterDays')}
           order by seq limit ${bind(limit)} for update skip locked`,
          values,
        );
        await unarchive(tx, scope, idsOf(rows));
        await recordTombstones(
          tx,
          scope,
          memoriesOf(rows).map((row) => restoration(row, 'No lifecycle policy archives it any more')),
        );
        return rows.length;
      }),

    delete: (scope, plan, limit) =>
      inBatch(scope, async (tx, values) => {
        const bind = bindTo(values);
        const rows = await tx.query<StoredItem & MarkedRow>(
          `select ${ITEM} from memories where ${OWN} and ${dueSql(plan.rules, 'deleteAfterDays', memoryColumns, plan.now, bind)}
           limit ${bind(limit)} for update skip locked`,
          values,
        );
        const { memories, withdrawn } = await deleteMemories(tx, scope, idsOf(rows));
        await recordTombstones(
          tx,
          scope,
          memoriesOf(memories).map(({ id, kind, namespaceId, agentId, createdAt }) => ({
            action: 'memory.delete',
            resourceId: id,
            place: { namespaceId, agentId },
            before: { kind, namespaceId, agentId, createdAt: createdAt.toISOString() },
            after: null,
            reason: reasonFor(plan, { id, namespaceId, agentId, tags: [] }),
          })),
        );
        return { count: rows.length, withdrawn };
      }),

    deleteSteps: (scope, { rules, now }, limit) =>
      inBatch(scope, async (tx, values) => {
        const bind = bindTo(values);
        const rows = await tx.query<{ id: string }>(
          `select distinct event_id as id from steps where ${OWN} and ${dueSql(rules, 'deleteAfterDays', stepColumns, now, bind)}
           limit ${bind(limit)}`,
          values,
        );
        return { count: rows.length, withdrawn: await retractEvents(tx, scope, idsOf(rows)) };
      }),

    archive: (scope, plan, limit) =>
      inBatch(scope, async (tx, values) => {
        const bind = bindTo(values);
        const due = (step: 'archiveAfterDays' | 'deleteAfterDays'): string =>
          dueSql(plan.rules, step, memoryColumns, plan.now, bind);
        const rows = await tx.query<StoredItem & MarkedRow>(
          `select ${ITEM} from memories
           where ${OWN} and archived_at is null and ${due('archiveAfterDays')} and not ${due('deleteAfterDays')}
           limit ${bind(limit)} for update skip locked`,
          values,
        );
        await tx.execute(
          `update memories set archived_at = $4, revision = nextval('revisions') where ${OWN} and id = any($3)`,
          [scope.tenantId, scope.environment, idsOf(rows), plan.now],
        );
        await addToIndexOutbox(tx, scope, idsOf(rows));
        await recordTombstones(
          tx,
          scope,
          memoriesOf(rows).map((row) => ({
            action: 'memory.archive',
            resourceId: row.id,
            place: row,
            before: { archivedAt: null },
            after: { archivedAt: plan.now.toISOString() },
            reason: reasonFor(plan, row),
          })),
        );
        return rows.length;
      }),

    preview: (scope, plan, most, visible) => previewLifecycle(database, scope, plan, { most, visible }),

    restoreOne: (context, id, at) =>
      inBatch(context.scope, async (tx, own) => {
        const rows = await tx.query<ArchivedMemory & MarkedRow>(
          `select ${ITEM}, archived_at as "archivedAt" from memories
           where ${OWN} and id = $3 and archived_at is not null for update`,
          [...own, id],
        );
        if (rows.length === 0) return;
        await tx.execute(`update memories set restored_at = $4 where ${OWN} and id = $3`, [...own, id, at]);
        await unarchive(tx, context.scope, [id]);
        await recordTombstones(
          tx,
          context.scope,
          memoriesOf(rows).map((row) => restoration(row, 'On request')),
          context,
        );
      }),
  };
}

/** The audit log names memories, and no side texts. */
const memoriesOf = <Row extends MarkedRow>(rows: readonly Row[]): Row[] => rows.filter(({ isSideText }) => !isSideText);

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

async function unarchive(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<void> {
  await tx.execute(
    `update memories set archived_at = null, revision = nextval('revisions') where ${OWN} and id = any($3)`,
    [scope.tenantId, scope.environment, ids],
  );
  await addToIndexOutbox(tx, scope, ids);
}

function reasonFor({ rules }: LifecyclePlan, item: DataItem): string {
  const rule = ruleOf(rules, item);
  return byPolicies(rule === undefined ? [] : policyIdsOf(rule, item));
}
