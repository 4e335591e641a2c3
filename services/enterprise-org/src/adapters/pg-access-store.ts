import type { TenantScope } from '@strata/kernel/tenant-scope';
import { derivedId } from '@strata/kernel/ids';
import { ACCESS_ACTIONS, type AccessEntry } from '@strata/contracts/schemas/access';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type {
  AccessFilter,
  AccessPage,
  AccessPosition,
  AccessStore,
  RecordedReport,
} from '../access-log/access-store.ts';
import { readGovernance } from './pg-governance.ts';

/** The maximum of a total. */
const MOST_COUNTED = 1000;
/** The `organization_id` of memories that belong to no organization. */
const NO_ORGANIZATION = '';

/** Filters by equality, by the names that their columns and keys have. A new filter does not type-check until it has one. */
const FILTER_NAMES: Readonly<Record<Exclude<keyof AccessFilter, 'action' | 'startDate' | 'endDate'>, string>> = {
  memoryId: 'memory',
  actorId: 'actor',
  agentId: 'agent',
};

/** One statement for all: the entries of the reports that are not stored yet. */
const INSERT = `
  with stored as (
    insert into access_reports (tenant_id, id) select $1, id from unnest($2::text[]) id order by id
    on conflict do nothing returning id)
  insert into access_entries
    (tenant_id, organization_id, report_id, memory_id, actor_id, agent_id, action, request_id, at)
  select $1, entry.organization_id, report.id, entry.memory_id, report.actor_id, report.agent_id, report.action,
    report.request_id, report.at
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
    with ordinality as report (id, actor_id, agent_id, action, request_id, at, nth)
  join stored using (id)
  join unnest($8::integer[], $9::text[], $10::text[]) as entry (report, organization_id, memory_id)
    on entry.report = report.nth`;

const COLUMNS = `id, report_id as "reportId", memory_id as "memoryId", actor_id as "actorId", agent_id as "agentId",
  action, request_id as "requestId", at, seq`;
/** An entry has an id of its own, or the id of its report. */
type AccessRow = Omit<AccessEntry, 'at' | 'id'> & { readonly at: Date; readonly seq: string } & (
    { readonly id: string; readonly reportId: null } | { readonly id: null; readonly reportId: string }
  );

/**
 * Access logs in PostgreSQL. A page merges range scans of one index, one for each organization and action. Each index is of a
 * hash of what is equal in such a scan, the time and the order of arrival.
 */
export const createPgAccessStore = (database: Database): AccessStore => ({
  record: (scope, reports) => database.inTenant(scope, (tx) => insertReports(tx, scope, reports), { retry: true }),

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

async function insertReports(tx: Transaction, scope: TenantScope, reports: readonly RecordedReport[]): Promise<void> {
  const entries = reports.flatMap(({ memories }, i) => memories.map((memory) => ({ ...memory, report: i + 1 })));
  const governance = await readGovernance(
    tx,
    scope,
    entries.map(({ place }) => place),
  );
  await tx.execute(INSERT, [
    scope.tenantId,
    reports.map(({ id }) => id),
    reports.map(({ actorId }) => actorId),
    reports.map(({ agentId }) => agentId),
    reports.map(({ action }) => action),
    reports.map(({ requestId }) => requestId),
    reports.map(({ at }) => at),
    entries.map(({ report }) => report),
    entries.map(({ place }) => governance.organizationOf(place) ?? NO_ORGANIZATION),
    entries.map(({ id }) => id),
  ]);
}

const toAccessEntry = (row: AccessRow): AccessEntry => ({
  id: row.id ?? derivedId('acc', row.reportId, row.memoryId),
  memoryId: row.memoryId,
  actorId: row.actorId,
  agentId: row.agentId,
  action: row.action,
  requestId: row.requestId,
  at: row.at.toISOString(),
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
  const equal = Object.entries(FILTER_NAMES).flatMap(([field, name]) => {
    const value = filter[field as keyof typeof FILTER_NAMES];
    return value === undefined || (field === 'agentId' && !byAgent) ? [] : [{ name, value: bind(value) }];
  });
  const tenant = bind(tenantId);
  const key = ['key', ...equal.map(({ name }, i) => `${i === 0 ? 'of' : 'and'}_${name}`)].join('_');
  const ids = [`${tenant}::text`, 'organization_id', 'action', ...equal.map(({ value }) => value)];
  const hash = `hashtextextended(${ids.join(` || ' ' || `)}, 0)`;
  const [start, end] = [`${bind(startDate)}::timestamptz`, `${bind(endDate)}::timestamptz`];
  const upTo = before === undefined ? [end, '0'] : earlierOf(end, bind(new Date(before.at)), bind(before.seq));
  const range = newestFirst([key, 'at', 'seq'], ['scan.key', start, '0'], ['scan.key', ...upTo]);
  const actions = action === undefined ? ACCESS_ACTIONS : [action];
  // The key leads to the entries; other ids may have the same. `offset 0` keeps the hash out of the scan: under row-level security, an
  // index serves no condition with a function that may leak what it reads.
  const sql = `
    select entry.* from (
      select organization_id, action, ${hash} as key
      from unnest(${bind(organizationIds)}::text[]) organization_id, unnest(${bind(actions)}::text[]) action offset 0
    ) scan cross join lateral (
      select ${what} from access_entries entry
      where tenant_id = ${tenant} and organization_id = scan.organization_id and entry.action = scan.action
        ${equal.map(({ name, value }) => `and ${name}_id = ${value}`).join(' ')}
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
