import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck, type Finding } from '@strata/platform/reconcile/scope-check';
import { lockWriters } from '../lock-writers.ts';
import { readAll, scopesOf, STATEMENT_TIMEOUT_MS } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const PLACE = 'agent_id, namespace_id, user_id';
const PLACE_OF_ENTRY = `agent_id, coalesce(namespace_id, '') as namespace_id, coalesce(user_id, '') as user_id`;

const POPULATION = ['memories', 'memory_terms', 'artifacts', 'artifact_terms'];
const FREQUENCY = ['documents', 'reached', 'artifact_documents', 'artifact_reached'];

/** How much the entries have more than the statistics count, in each row that is wrong. */
const missing = (key: string, columns: readonly string[], counted: string, table: string): string => `
  select ${key}, ${columns.map((column) => `coalesce(real.${column}, 0) - coalesce(kept.${column}, 0) as ${column}`).join(', ')}
  from (${counted}) as real
  full join (select ${key}, ${columns.join(', ')} from ${table} where ${OWN}) as kept using (${key})
  where ${columns.map((column) => `coalesce(real.${column}, 0) <> coalesce(kept.${column}, 0)`).join(' or ')}`;

const POPULATIONS = missing(
  PLACE,
  POPULATION,
  `select ${PLACE_OF_ENTRY},
          count(*) filter (where kind = 'memory') as memories, coalesce(sum(terms) filter (where kind = 'memory'), 0) as memory_terms,
          count(*) filter (where kind = 'artifact') as artifacts, coalesce(sum(terms) filter (where kind = 'artifact'), 0) as artifact_terms
   from entries where ${OWN} group by 1, 2, 3`,
  'populations',
);

/** As src/indexing/frequency-changes.ts counts them: the terms and name terms in the features, and the tags. */
const FREQUENCIES = missing(
  `term, ${PLACE}`,
  FREQUENCY,
  `select term, ${PLACE_OF_ENTRY},
          count(*) filter (where is_said) as documents, count(*) as reached,
          count(*) filter (where is_said and kind = 'artifact') as artifact_documents,
          count(*) filter (where kind = 'artifact') as artifact_reached
   from (select ${PLACE_OF_ENTRY}, kind, features::json as features, tags from entries where ${OWN} offset 0) as entries
   cross join lateral (
     select term, bool_or(is_said) as is_said
     from (select unnest(string_to_array(features ->> 2, ' ')) collate "C" as term, true as is_said
           union all select unnest(string_to_array(features ->> 4, ' ')), false
           union all select 'tag=' || tag, false from unnest(tags) as tag) as held
     group by term) as counted
   group by 1, 2, 3, 4`,
  'document_frequencies',
);

const FIND = `
  select ${PLACE}, sum(populations)::integer as populations, sum(terms)::integer as terms from (
    select ${PLACE}, 1 as populations, 0 as terms from (${POPULATIONS}) as wrong
    union all
    select ${PLACE}, 0, 1 from (${FREQUENCIES}) as wrong) as wrong
  group by ${PLACE} order by ${PLACE}`;

const addMissing = (table: string, key: string, columns: readonly string[], rows: string): string => `
  insert into ${table} as kept (tenant_id, environment, ${key}, ${columns.join(', ')})
  select $1, $2, ${key}, ${columns.join(', ')} from (${rows}) as missing
  on conflict (tenant_id, environment, ${key}) do update set
    ${columns.map((column) => `${column} = kept.${column} + excluded.${column}`).join(', ')}`;

const REPAIRS = [
  addMissing('populations', PLACE, POPULATION, POPULATIONS),
  addMissing('document_frequencies', `term, ${PLACE}`, FREQUENCY, FREQUENCIES),
  `delete from document_frequencies where ${OWN} and reached <= 0`,
];

/** The figures by which words are weighed with the entries. */
export const statisticsCheck = (database: Database): Check =>
  scopeCheck({
    name: 'search-statistics',
    compares: 'The counts of entries and of their words, by agent, namespace and end user, with the entries',
    advice: '--repair counts them again; writes to the index of the tenant wait meanwhile.',
    scopes: scopesOf(database),
    findIn: (scope) => findWrong(database, scope),
    repairIn: (scope) =>
      database.inTenant(
        scope,
        async (tx) => {
          await lockWriters(tx, scope);
          for (const sql of REPAIRS) await tx.execute(sql, [scope.tenantId, scope.environment]);
        },
        { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      ),
  });

interface WrongRow {
  readonly agent_id: string;
  readonly namespace_id: string;
  readonly user_id: string;
  readonly populations: number;
  readonly terms: number;
}

async function findWrong(database: Database, { tenantId, environment }: TenantScope): Promise<Finding[]> {
  const rows = await readAll<WrongRow>(database, FIND, [tenantId, environment]);
  return rows.map(({ agent_id, namespace_id, user_id, populations, terms }) => ({
    id: JSON.stringify([agent_id, namespace_id, user_id]),
    message: `${populations > 0 ? 'the number of entries is wrong, and ' : ''}the counts of ${String(terms)} terms are wrong`,
  }));
}
