import type { TenantScope } from '@strata/kernel/tenant-scope';
import { ACCESS_ACTIONS, type AccessEntry } from '@strata/contracts/schemas/access';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { sqlState } from '@strata/platform/database/database-errors';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type {
  AccessFilter,
  AccessPage,
  AccessPosition,
  AccessStore,
  PlacedAccess,
} from '../access-log/access-store.ts';
import { readGovernance } from './pg-governance.ts';

/** The maximum of a total. */
const MOST_COUNTED = 1000;
/** The `organization_id` of memories that belong to no organization. */
const NO_ORGANIZATION = '';

/** Filters by equality. A new filter does not type-check until it has a column. */
const FILTER_COLUMNS: Readonly<Record<Exclude<keyof AccessFilter, 'action' | 'startDate' | 'endDate'>, string>> = {
  memoryId: 'memory_id',
  actorId: 'actor_id',
  agentId: 'agent_id',
};

const INSERT = `
  insert into access_entries (tenant_id, organization_id, id, memory_id, actor_id, agent_id, action, request_id, at)
  select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                           $9::timestamptz[])`;
const UNIQUE_VIOLATION = '23505';

const COLUMNS = `id, memory_id as "memoryId", actor_id as "actorId", agent_id as "agentId", action,
  request_id as "requestId", at, seq`;
type AccessRow = Omit<AccessEntry, 'at'> & { readonly at: Date; readonly seq: string };

/** Access logs in PostgreSQL. A page merges range scans of one index, one for each organization and action. */
export const createPgAccessStore = (database: Database): AccessStore => ({
  record: async (scope, accesses) => {
    const insert = (sql: string): Promise<void> =>
      database.inTenant(scope, (tx) => insertAccesses(tx, scope, accesses, sql), { retry: true });
    try {
      await insert(INSERT);
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      // Some came before. Only then: looking for each entry first takes a quarter of the time of storing it.
      await insert(`${INSERT} on conflict do nothing`);
    }
  },

  list: (scope, owner, filter, { limit, before }) =>
    database.inTenant(scope, (tx) =>
      withoutSorting(tx, async () => {
        const organizationIds = owner.isOfTenant ? [owner.id, NO_ORGANIZATION] : [owner.id];
        const log = { tenantId: scope.tenantId, organizationIds, filter };
        if (!(await actsAsAgent(tx, log))) return EMPTY;
        const [sql, values] = scans(log, { what: COLUMNS, before, most: limit + 1 });
        const rows = await tx.query<AccessRow>(`${sql} order by at desc, seq desc limit ${String(limit + 1)}`, values);
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        return {
          items: page.map(toAccessEntry),
          last: last && { at: last.at.getTime(), seq: Number(last.seq) },
          hasMore: rows.length > limit,
          total: await countAll(tx, log),
        };
      }),
    ),
});

async function insertAccesses(
  tx: Transaction,
  scope: TenantScope,
  accesses: readonly PlacedAccess[],
  sql: string,
): Promise<void> {
  const governance = await readGovernance(
    tx,
    scope,
    accesses.map(({ place }) => place),
  );
  // Always in the same order, so that concurrent transactions do not deadlock.
  const placed = [...accesses].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  const column = <Value>(read: (entry: AccessEntry) => Value): Value[] => placed.map(({ entry }) => read(entry));
  await tx.execute(sql, [
    scope.tenantId,
    placed.map(({ place }) => governance.organizationOf(place) ?? NO_ORGANIZATION),
    column(({ id }) => id),
    column(({ memoryId }) => memoryId),
    column(({ actorId }) => actorId),
    column(({ agentId }) => agentId),
    column(({ action }) => action),
    column(({ requestId }) => requestId),
    column(({ at }) => at),
  ]);
}

const toAccessEntry = ({ id, memoryId, actorId, agentId, action, requestId, at }: AccessRow): AccessEntry => ({
  id,
  memoryId,
  actorId,
  agentId,
  action,
  requestId,
  at: at.toISOString(),
});

async function countAll(tx: Transaction, log: FilteredLog): Promise<number> {
  const [sql, values] = scans(log, { what: '1', before: undefined, most: MOST_COUNTED });
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from (${sql} limit ${String(MOST_COUNTED)}) found`,
    values,
  );
  return counted?.total ?? 0;
}

const EMPTY: AccessPage = { items: [], last: undefined, hasMore: false, total: 0 };

interface FilteredLog {
  readonly tenantId: string;
  readonly organizationIds: readonly string[];
  readonly filter: AccessFilter;
}

/** One ordered range scan for each organization and action, each of at most `most` rows. */
function scans(
  { tenantId, organizationIds, filter }: FilteredLog,
  { what, before, most }: { what: string; before: AccessPosition | undefined; most: number },
): [string, unknown[]] {
  const values: unknown[] = [];
  const bind = bindTo(values);
  const { action, startDate = '-infinity', endDate = 'infinity' } = filter;
  // All entries of one actor have the same agent, or none: `actsAsAgent` has checked it.
  const byAgent = filter.agentId !== undefined && filter.actorId === undefined;
  const equal = Object.entries(FILTER_COLUMNS).flatMap(([field, column]) => {
    const value = filter[field as keyof typeof FILTER_COLUMNS];
    return value === undefined || (field === 'agentId' && !byAgent) ? [] : [[column, value] as const];
  });
  const tenant = bind(tenantId);
  const bound = equal.map(([, value]) => bind(value));
  const [start, end] = [`${bind(startDate)}::timestamptz`, `${bind(endDate)}::timestamptz`];
  const upTo = before === undefined ? [end, '0'] : earlierOf(end, bind(new Date(before.at)), bind(before.seq));
  const columns = [...equal.map(([column]) => column), 'action', 'at', 'seq'];
  const range = newestFirst(columns, [...bound, 'scan.action', start, '0'], [...bound, 'scan.action', ...upTo]);
  const actions = action === undefined ? ACCESS_ACTIONS : [action];
  const sql = `
    select entry.* from (
      select organization_id, action
      from unnest(${bind(organizationIds)}::text[]) organization_id, unnest(${bind(actions)}::text[]) action
    ) scan cross join lateral (
      select ${what} from access_entries entry
      where tenant_id = ${tenant} and organization_id = scan.organization_id
        ${byAgent ? 'and agent_id is not null' : ''} and ${range}
      limit ${bind(most)}
    ) entry`;
  return [sql, values];
}

/** The earlier of the end of the date range and the end of the previous page. */
const earlierOf = (end: string, at: string, seq: string): [string, string] => [
  `least(${end}, ${at}::timestamptz)`,
  `case when ${end} <= ${at}::timestamptz then 0 else ${seq}::bigint end`,
];

/** Whether entries can match both the actor and the agent of a filter: a key's agent never changes, a user has none. */
async function actsAsAgent(tx: Transaction, { tenantId, organizationIds, filter }: FilteredLog): Promise<boolean> {
  const { actorId, agentId } = filter;
  if (actorId === undefined || agentId === undefined) return true;
  const log = { tenantId, organizationIds, filter: { actorId } };
  const [sql, values] = scans(log, { what: 'agent_id as "agentId"', before: undefined, most: 1 });
  const [latest] = await tx.query<{ agentId: string | null }>(`${sql} limit 1`, values);
  return latest?.agentId === agentId;
}
