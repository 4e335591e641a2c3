import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { figureOf, alternate } from '../rounds.mjs';

const SMALL = 10_000;
const LARGE = 1_000_000;
const STEP = 100_000;
const LIMIT = 20;
const DATES = 'startDate=2026-01-01T01:00:00Z&endDate=2026-01-01T02:30:00Z';

/** Filters with common values, rare ones (in at most one entry of a thousand), and values of no entry. */
const AUDIT_PAGES = [undefined, 'team.create', 'policy.delete'].flatMap((action) =>
  [undefined, 'usr_3', 'usr_rare', 'usr_none'].flatMap((actorId) =>
    [undefined, 'policy'].flatMap((resourceType) =>
      [undefined, DATES].map((dates) => ({ action, actorId, resourceType, dates })),
    ),
  ),
);
const ACCESS_PAGES = [undefined, 'mem_10', 'mem_none'].flatMap((memoryId) =>
  [undefined, 'key_3', 'key_rare'].flatMap((actorId) =>
    [undefined, 'agt_3'].flatMap((agentId) =>
      [undefined, 'lineage'].map((action) => ({ memoryId, actorId, agentId, action })),
    ),
  ),
);

/**
 * Pages of the audit log and the access log of a million entries, against the same pages of ten thousand entries: for
 * every combination of filters, the first page and one from the middle. The figure is the median over all combinations,
 * and the report names the combination with the worst ratio.
 */
export async function measureAudit({ system, size, report, record }) {
  const figures = [];
  const small = await createOrganization(system);
  const large = await createOrganization(system);
  await insertEntries(system.connectionString, small, SMALL, report);
  await insertEntries(system.connectionString, large, LARGE, report);
  for (const [log, pages] of [
    ['audit', AUDIT_PAGES],
    ['access-logs', ACCESS_PAGES],
  ]) {
    for (const depth of ['first pages', 'deep pages']) {
      const cursors = { small: undefined, large: undefined };
      if (depth === 'deep pages') {
        cursors.small = await middleOf(small, log, SMALL);
        cursors.large = await middleOf(large, log, LARGE);
      }
      const rounds = await alternate({
        rounds: size.rounds,
        strata: () => timePages(large, log, pages, cursors.large, size.pages),
        limit: () => timePages(small, log, pages, cursors.small, size.pages),
        report: (text) => report(`${log}, ${depth}: ${text}`),
        record,
      });
      const title = `${log}, ${depth}, 1,000,000 entries to 10,000`;
      figures.push(figureOf(`${title}, p50`, 'ms', rounds, ({ p50 }) => p50));
      const ofPage = (at) => figureOf('', 'ms', rounds, ({ each }) => each[at]).ratio.median;
      const worst = pages.map((_, at) => at).reduce((a, b) => (ofPage(a) >= ofPage(b) ? a : b));
      const named = queryOf(pages[worst]) || 'no filter';
      figures.push(figureOf(`  worst: ${named}`, 'ms', rounds, ({ each }) => each[worst]));
    }
  }
  return figures;
}

async function createOrganization({ base }) {
  const json = { 'content-type': 'application/json' };
  const call = async (path, headers, body) => {
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { ok, data, error } = await response.json();
    if (!ok) throw new Error(`POST ${path} returned ${response.status}: ${error?.message}`);
    return data;
  };
  const email = `bench-${randomBytes(6).toString('hex')}@example.com`;
  const account = { email, password: randomBytes(12).toString('hex') };
  const { token, tenant } = await call('/v1/auth/register', json, account);
  const headers = { ...json, authorization: `Bearer ${token}` };
  const slug = `bench-${randomBytes(6).toString('hex')}`;
  const { id } = await call('/v1/organizations', headers, { name: 'Bench', slug });
  return { base, headers, tenantId: tenant.id, orgId: id };
}

const AUDIT_ROWS = `
  insert into enterprise_org.audit_entries
  select $1, $2, n, 'aud_' || n, action, actor, 'user', split_part(action, '.', 1), 'x_' || n, 'success',
    '{"before":{"name":"Watch"},"after":{"name":"Night watch"}}', 'req_' || n, '203.0.113.7',
    '2026-01-01'::timestamptz + n * interval '1 second', repeat('0', 64), md5(n::text) || md5(n::text),
    n, n, n, n, n
  from (
    select n, case when n % 1000 = 7 then 'policy.delete' when n % 10 = 0 then 'policy.update' else 'team.create' end as action,
      case when n % 5000 = 7 then 'usr_rare' else 'usr_' || n % 20 end as actor
    from generate_series($3::int, $4::int) n
  ) generated`;
const ACCESS_ROWS = `
  insert into enterprise_org.access_entries
    (tenant_id, organization_id, id, memory_id, actor_id, agent_id, action, request_id, at)
  select $1, case when n % 2 = 0 then $2 else '' end, 'acc_' || n, 'mem_' || n % 3000,
    case when n % 5000 = 7 then 'key_rare' else 'key_' || n % 20 end, case when n % 20 < 10 then 'agt_' || n % 20 end,
    case when n % 1000 = 7 then 'lineage' when n % 10 = 3 then 'read' when n % 3 = 0 then 'list' else 'synthesize' end,
    'req_' || n, '2026-01-01'::timestamptz + n * interval '1 second'
  from generate_series($3::int, $4::int) n`;

/** Inserts entries directly. Their hashes and counts are wrong, which makes no difference to the time of reading. */
async function insertEntries(connectionString, { tenantId, orgId }, entries, report) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select count(*)::int as existing from enterprise_org.audit_entries where tenant_id = $1',
      [tenantId],
    );
    for (let from = 1; from <= entries; from += STEP) {
      const to = Math.min(entries, from + STEP - 1);
      await client.query(AUDIT_ROWS, [tenantId, orgId, Math.max(from, rows[0].existing + 1), to]);
      await client.query(ACCESS_ROWS, [tenantId, orgId, from, to]);
      report(`${to.toLocaleString('en')} of ${entries.toLocaleString('en')} entries`);
    }
    await client.query(
      `update enterprise_org.audit_heads set sequence = $3 where tenant_id = $1 and organization_id = $2`,
      [tenantId, orgId, entries],
    );
  } finally {
    await client.end();
  }
}

const queryOf = ({ dates, ...filters }) =>
  [
    ...Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    dates ?? [],
  ]
    .flat()
    .join('&');

const pathOf = ({ orgId }, log, query) => `/v1/organizations/${orgId}/${log}?limit=${LIMIT}&${query}`;

async function read({ base, headers }, path) {
  const response = await fetch(`${base}${path}`, { headers });
  const { ok, data, error } = await response.json();
  if (!ok) throw new Error(`GET ${path} returned ${response.status}: ${error?.message}`);
  return data;
}

/** The cursor after the newest page of the older half of the log. */
async function middleOf(organization, log, entries) {
  const middle = new Date(Date.parse('2026-01-01T00:00:00Z') + (entries / 2) * 1000).toISOString();
  const { pagination } = await read(organization, pathOf(organization, log, `endDate=${middle}`));
  return pagination.cursor;
}

/** Reads every page `times` times, and returns the median of each page and the median of these. */
async function timePages(organization, log, pages, cursor, times) {
  const each = [];
  for (const page of pages) {
    const query = [queryOf(page), cursor === undefined ? '' : `cursor=${cursor}`].filter(Boolean).join('&');
    const path = pathOf(organization, log, query);
    const taken = [];
    for (let at = 0; at < times; at += 1) {
      const startedAt = performance.now();
      await read(organization, path);
      taken.push(performance.now() - startedAt);
    }
    each.push(median(taken));
  }
  return { p50: median([...each]), each };
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
