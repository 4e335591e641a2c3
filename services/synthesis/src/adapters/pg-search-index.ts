import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Candidate } from '../synthesis/candidate.ts';
import type {
  CompiledArtifact,
  EntryText,
  IndexView,
  NearVector,
  Population,
  SearchIndex,
  VectorSearch,
  VisibleFilters,
} from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import type { PgIndexCopies } from './pg-index-copies.ts';
import { hasHiddenSource } from './pg-hidden-artifacts.ts';
import { openVisibility, type Visibility } from './pg-visibility.ts';
import { readStatistics } from './pg-read-statistics.ts';
import { aboutUser, populationQuery, populationRows } from './population-query.ts';
import { allOf, toTsquery } from './term-query.ts';
import { readSessionNotes } from './pg-session-summaries.ts';
import { visibleRows, type Bind } from './visible-rows.ts';

const CANDIDATES = 'select find_candidates($1::tsquery, $2, $3, $4, $5, $6, $7) as features';

/**
 * How the sessions of the memory `e` ended: alike, or mixed; null where no verdict is known. Each session is looked up by its
 * id: a join would let a planner that has not analyzed the tables yet walk all sessions of the tenant for each memory.
 */
const OUTCOME = `(
  select case when count(own.outcome) = 0 then null
              when bool_and(own.outcome is not distinct from 'success') then 'success'
              when bool_and(own.outcome is not distinct from 'failure') then 'failure'
              else 'mixed' end
  from (select (select known.outcome from session_summaries known
                where known.session_id = said_in.session_id and known.agent_id = e.agent_id
                  and known.namespace_id = coalesce(e.namespace_id, '')
                  and known.tenant_id = e.tenant_id and known.environment = e.environment) as outcome
        from unnest(case when cardinality(e.sessions) = 0 then array[e.session_id] else e.sessions end)
          as said_in (session_id)) own)`;

type StoredText = [
  text: string,
  namespaceId: string | null,
  agentId: string | null,
  outcome: EntryText['outcome'],
  isOfEndUser: boolean,
];

interface FeaturesRow {
  features: string | null;
}

/** The search index in PostgreSQL, where each read is one round trip that returns one row, and copies of it in memory. */
export const createPgSearchIndex = (database: Database, nearest?: PgNearest, copies?: PgIndexCopies): SearchIndex => {
  const view: SearchIndex['view'] = async (scope, filters, read) => {
    try {
      return await database.inTenant(scope, (tx) => read(new PgIndexView(tx, scope, filters, nearest)));
    } finally {
      copies?.refresh(scope);
    }
  };
  return {
    view,
    copyOf: (scope, filters) =>
      copies?.copyOf(scope, filters, {
        nearest: (...search) => view(scope, filters, (stored) => stored.nearest(...search)),
        nearestVectors: (...search) =>
          database.inTenant(scope, async (tx) => (await nearest?.vectors(tx, scope, ...search)) ?? []),
        compiledFrom: (...sources) => view(scope, filters, (stored) => stored.compiledFrom(...sources)),
      }),
  };
};

/** The search by meaning. Its results come nearest first. */
export interface PgNearest {
  /** Entries of a population with their similarities. `isVisible` makes a condition on the row `e` of `entries`. */
  entries(
    tx: Transaction,
    scope: TenantScope,
    population: Population & { readonly users: readonly string[] },
    search: VectorSearch,
    isVisible: (bind: Bind) => string,
  ): Promise<Candidate[]>;
  /** Vectors of an agent's entries (null: of all agents), be they visible or not. */
  vectors(tx: Transaction, scope: TenantScope, agentId: string | null, search: VectorSearch): Promise<NearVector[]>;
}

class PgIndexView implements IndexView {
  readonly #tx: Transaction;
  readonly #scope: TenantScope;
  readonly #filters: VisibleFilters;
  readonly #nearest: PgNearest | undefined;
  readonly #users: readonly string[];
  #opened: Promise<Visibility> | undefined;

  constructor(tx: Transaction, scope: TenantScope, filters: VisibleFilters, nearest: PgNearest | undefined) {
    this.#tx = tx;
    this.#scope = scope;
    this.#filters = filters;
    this.#nearest = nearest;
    this.#users = filters.users ?? [''];
  }

  async statistics(agentId: string | null, terms: readonly string[]) {
    return readStatistics(
      { tx: this.#tx, scope: this.#scope, agentId, terms, users: this.#users },
      await this.#visibility(),
    );
  }

  async candidates(population: Population, { terms, newest }: Parameters<IndexView['candidates']>[1]) {
    const { query, hiddenArtifacts } = await this.#visibility();
    const tsquery = toTsquery(this.#scope, allOf([populationQuery(population, terms, this.#users), query]));
    if (tsquery === null) return [];
    const { kinds, sessionId = null, since = null, until = null } = population;
    const hidden = hiddenArtifacts.map(({ id }) => id);
    return this.#features(CANDIDATES, [tsquery, kinds, newest, hidden, sessionId, since, until]);
  }

  async turns(population: Population, turns: Parameters<IndexView['turns']>[1]) {
    if (turns.length === 0 || !population.kinds.includes('memory')) return [];
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    return this.#features(
      `select string_agg(found.features, ',') as features
       from unnest(${bind(turns.map(({ sessionId }) => sessionId))}::text[],
                   ${bind(turns.map(({ position }) => position))}::integer[]) as turn (session_id, "position")
       cross join lateral (
         select features from entries e
         where e.session_id = turn.session_id and e."position" = turn."position"
           and ${populationRows(population, bind)} and e.kind = 'memory' and ${visibleRows(this.#filters, bind)}
         -- Keeps the look-ups apart: joined, they would be one walk through the tenant where nothing is analyzed yet.
         offset 0) found`,
      values,
    );
  }

  async memories(population: Population, ids: readonly string[]) {
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    return this.#features(
      `select string_agg(features, ',') as features from entries e
       where id = any(${bind(ids)}) and ${populationRows({ ...population, kinds: ['memory'] }, bind)}
         and ${visibleRows(this.#filters, bind)}`,
      values,
    );
  }

  async newest(population: Population, kind: Candidate['kind'], limit: number) {
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    const isVisible = await this.#isVisible();
    const most = bind(limit);
    const newestOfEach = this.#users.map(
      (user) => `(
        select id, occurred_at, "position", features from entries e
        where ${populationRows({ ...population, kinds: [kind] }, bind)} and ${aboutUser(user, bind)} and ${isVisible(bind)}
        order by occurred_at desc, "position" desc, id limit ${most})`,
    );
    return this.#features(
      `select string_agg(features, ',' order by occurred_at desc, "position" desc, id) as features from (
         select * from (${newestOfEach.join(' union all ')}) of_all
         order by occurred_at desc, "position" desc, id limit ${most}) newest`,
      values,
    );
  }

  async nearest(population: Population, search: VectorSearch) {
    const isVisible = await this.#isVisible();
    const asked = { ...population, users: this.#users };
    return (await this.#nearest?.entries(this.#tx, this.#scope, asked, search, isVisible)) ?? [];
  }

  async compiledFrom(population: Population, memoryIds: readonly string[]): Promise<CompiledArtifact[]> {
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    const isVisible = await this.#isVisible();
    const [row] = await this.#tx.query<{ compiled: [features: string, memoryIds: string[]][] | null }>(
      `select json_agg(json_build_array(e.features, s.memory_ids)) as compiled
       from (select artifact_id as id, array_agg(memory_id) as memory_ids from artifact_sources
             where tenant_id = $1 and environment = $2 and memory_id = any(${bind(memoryIds)}) group by artifact_id) s
       join entries e using (id)
       where ${populationRows({ ...population, kinds: ['artifact'] }, bind)} and ${isVisible(bind)}`,
      values,
    );
    return (row?.compiled ?? []).flatMap(([features, ids]) =>
      decodeCandidates(features).map((artifact) => ({ artifact, memoryIds: ids })),
    );
  }

  async onlyFailed(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#tx.query<{ id: string }>(
      `select id from entries e where tenant_id = $1 and environment = $2 and id = any($3) and ${OUTCOME} = 'failure'`,
      [this.#scope.tenantId, this.#scope.environment, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Checks again that the entries are visible: one may have been replaced since it was found. */
  async texts(ids: readonly string[]): Promise<Map<string, EntryText>> {
    if (ids.length === 0) return new Map();
    const visibility = await this.#visibility();
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment, ids];
    const bind = bindTo(values);
    const isHidden = hasHiddenSource(this.#scope, visibility, bind);
    const [row] = await this.#tx.query<{ texts: Record<string, StoredText> | null }>(
      `select json_object_agg(id, json_build_array(body, namespace_id, nullif(agent_id, ''), ${OUTCOME}, user_id is not null)) as texts from entries e
       where tenant_id = $1 and environment = $2 and id = any($3) and ${visibleRows(this.#filters, bind)}
         and (e.kind = 'memory' or not ${isHidden})`,
      values,
    );
    return new Map(
      Object.entries(row?.texts ?? {}).map(([id, [text, namespaceId, agentId, outcome, isOfEndUser]]) => [
        id,
        { text, place: { namespaceId, agentId }, outcome, isOfEndUser },
      ]),
    );
  }

  sessionNotes(agentId: string | null, sessionIds: readonly string[], identifiers: readonly string[]) {
    return readSessionNotes(this.#tx, this.#scope, { agentId, users: this.#users, sessionIds, identifiers });
  }

  #visibility(): Promise<Visibility> {
    return (this.#opened ??= openVisibility(this.#tx, this.#scope, this.#filters));
  }

  async #isVisible(): Promise<(bind: Bind) => string> {
    const { hiddenArtifacts } = await this.#visibility();
    const hidden = hiddenArtifacts.map(({ id }) => id);
    return (bind) => `${visibleRows(this.#filters, bind)} and not (e.id = any(${bind(hidden)}))`;
  }

  async #features(sql: string, values: readonly unknown[]): Promise<Candidate[]> {
    const [row] = await this.#tx.query<FeaturesRow>(sql, values);
    return decodeCandidates(row?.features ?? null);
  }
}
