import { ACCESS_ACTIONS, type AccessEntry } from '@strata/contracts/schemas/access';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type { AccessFilter, AccessPage, AccessPosition, AccessStore } from '../access-log/access-store.ts';
import { readGovernance } from './pg-governance.ts';

/** How far a total is counted. */
const COUNTED = 1000;
const NO_ORGANIZATION = '';

const INSERT = `
  insert into access_entries (tenant_id, organization_id, id, memory_id, actor_id, agent_id, action, request_id, at)
  select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                           $9::timestamptz[])
  on conflict do nothing`;

const COLUMNS = `id, memory_id as "memoryId", actor_id as "actorId", agent_id as "agentId", action,
  request_id as "requestId", at, seq`;
type AccessRow = Omit<AccessEntry, 'at'> & { readonly at: Date; readonly seq: string };

/** Access logs in PostgreSQL. Every page is merged from walks along one index, one for each organization and action. */
export const createPgAccessStore = (database: Database): AccessStore => ({
  record: (scope, accesses) =>
    database.inTenant(
      scope,
      async (tx) => {
        const governance = await readGovernance(
          tx,
          scope,
          accesses.map(({ place }) => place),
        );
        // In one order everywhere, so that who records the same does not wait for each other.
        const placed = [...accesses].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
        const column = <Value>(read: (entry: AccessEntry) => Value): Value[] => placed.map(({ entry }) => read(entry));
        await tx.execute(INSERT, [
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
      },
      { retry: true },
    ),

  list: (scope, owner, filter, { limit, before }) =>
    database.inTenant(scope, (tx) =>
      withoutSorting(tx, async () => {
        const organizationIds = owner.isOfTenant ? [owner.id, NO_ORGANIZATION] : [owner.id];
        const asked = { tenantId: scope.tenantId, organizationIds, filter };
        if (!(await actsAsAgent(tx, asked))) return EMPTY;
        const [sql, values] = walks(asked, { what: COLUMNS, before, most: limit + 1 });
        const rows = await tx.query<AccessRow>(`${sql} order by at desc, seq desc limit ${String(limit + 1)}`, values);
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        return {
          items: page.map(toAccessEntry),
          last: last && { at: last.at.getTime(), seq: Number(last.seq) },
          hasMore: rows.length > limit,
          total: await countAll(tx, asked),
        };
      }),
    ),
});

const toAccessEntry = ({ id, memoryId, actorId, agentId, action, requestId, at }: AccessRow): AccessEntry => ({
  id,
  memoryId,
  actorId,
  agentId,
  action,
  requestId,
  at: at.toISOString(),
});

async function countAll(tx: Transaction, asked: Asked): Promise<number> {
  const [sql, values] = walks(asked, { what: '1', before: undefined, most: COUNTED });
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from (${sql} limit ${String(COUNTED)}) found`,
    values,
  );
  return counted?.total ?? 0;
}

const EMPTY: AccessPage = { items: [], last: undefined, hasMore: false, total: 0 };

interface Asked {
  readonly tenantId: string;
  readonly organizationIds: readonly string[];
  readonly filter: AccessFilter;
}

/** One ordered walk for each of the organizations and of the actions, none longer than `most`. */
function walks(
  { tenantId, organizationIds, filter }: Asked,
  { what, before, most }: { what: string; before: AccessPosition | undefined; most: number },
): [string, unknown[]] {
  const values: unknown[] = [];
  const bind = bindTo(values);
  const { memoryId, actorId, agentId, action, startDate = '-infinity', endDate = 'infinity' } = filter;
  const own = [
    ...(memoryId === undefined ? [] : ([['memory_id', memoryId]] as const)),
    // Of one actor every entry names the same agent, or none: see `actsAsAgent`.
    ...(actorId === undefined ? [] : ([['actor_id', actorId]] as const)),
    ...(agentId === undefined || actorId !== undefined ? [] : ([['agent_id', agentId]] as const)),
  ];
  const tenant = bind(tenantId);
  const given = own.map(([, value]) => bind(value));
  const [start, end] = [`${bind(startDate)}::timestamptz`, `${bind(endDate)}::timestamptz`];
  const upTo = before === undefined ? [end, '0'] : earlierOf(end, bind(new Date(before.at)), bind(before.seq));
  const columns = [...own.map(([column]) => column), 'action', 'at', 'seq'];
  const range = newestFirst(columns, [...given, 'walk.action', start, '0'], [...given, 'walk.action', ...upTo]);
  const actions = action === undefined ? ACCESS_ACTIONS : [action];
  const sql = `
    select entry.* from (
      select organization_id, action
      from unnest(${bind(organizationIds)}::text[]) organization_id, unnest(${bind(actions)}::text[]) action
    ) walk cross join lateral (
      select ${what} from access_entries entry
      where tenant_id = ${tenant} and organization_id = walk.organization_id
        ${agentId === undefined || actorId !== undefined ? '' : 'and agent_id is not null'} and ${range}
      limit ${bind(most)}
    ) entry`;
  return [sql, values];
}

/** The earlier of the end of the dates and the place where the page before ended. */
const earlierOf = (end: string, at: string, seq: string): [string, string] => [
  `least(${end}, ${at}::timestamptz)`,
  `case when ${end} <= ${at}::timestamptz then 0 else ${seq}::bigint end`,
];

/** With an actor and an agent: whether the actor acts as that agent. A key is bound to one for good, a user to none. */
async function actsAsAgent(tx: Transaction, { tenantId, organizationIds, filter }: Asked): Promise<boolean> {
  const { actorId, agentId } = filter;
  if (actorId === undefined || agentId === undefined) return true;
  const asked = { tenantId, organizationIds, filter: { actorId } };
  const [sql, values] = walks(asked, { what: 'agent_id as "agentId"', before: undefined, most: 1 });
  const [latest] = await tx.query<{ agentId: string | null }>(`${sql} limit 1`, values);
  return latest?.agentId === agentId;
}
