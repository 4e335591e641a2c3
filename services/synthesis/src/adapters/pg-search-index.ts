import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Candidate } from '../synthesis/candidate.ts';
import type {
  CompiledArtifact,
  EntryText,
  IndexView,
  Population,
  SearchIndex,
  VectorSearch,
  VisibleFilters,
} from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import { hasHiddenSource } from './pg-hidden-artifacts.ts';
import { openVisibility, type Visibility } from './pg-visibility.ts';
import { readStatistics } from './pg-read-statistics.ts';
import { populationQuery, populationRows } from './population-query.ts';
import { allOf, toTsquery } from './term-query.ts';
import { readSessionNotes } from './pg-session-summaries.ts';
import { visibleRows, type Bind } from './visible-rows.ts';

const CANDIDATES = 'select find_candidates($1::tsquery, $2, $3, $4) as features';

/** How the sessions of the memory `e` ended: alike, or mixed; null where no verdict is known. */
const OUTCOME = `(
  select case when count(known.outcome) = 0 then null
              when bool_and(known.outcome is not distinct from 'success') then 'success'
              when bool_and(known.outcome is not distinct from 'failure') then 'failure'
              else 'mixed' end
  from unnest(case when cardinality(e.sessions) = 0 then array[e.session_id] else e.sessions end) as own (session_id)
  left join session_summaries known on known.tenant_id = e.tenant_id and known.environment = e.environment
    and known.session_id = own.session_id and known.agent_id = e.agent_id
    and known.namespace_id = coalesce(e.namespace_id, ''))`;

type StoredText = [text: string, namespaceId: string | null, agentId: string | null, outcome: EntryText['outcome']];

interface FeaturesRow {
  features: string | null;
}

/** The search index in PostgreSQL. Each read is one round trip that returns one row. */
export const createPgSearchIndex = (database: Database, nearest?: NearestSearch): SearchIndex => ({
  view: (scope, filters, read) => database.inTenant(scope, (tx) => read(new PgIndexView(tx, scope, filters, nearest))),
});

/**
 * The vector search of a view: the nearest entries with their similarities, nearest first. `isVisible` makes a condition on
 * the row `e` of `entries`.
 */
export type NearestSearch = (
  tx: Transaction,
  scope: TenantScope,
  population: Population,
  search: VectorSearch,
  isVisible: (bind: Bind) => string,
) => Promise<Candidate[]>;

class PgIndexView implements IndexView {
  readonly #tx: Transaction;
  readonly #scope: TenantScope;
  readonly #filters: VisibleFilters;
  readonly #nearest: NearestSearch | undefined;
  #opened: Promise<Visibility> | undefined;

  constructor(tx: Transaction, scope: TenantScope, filters: VisibleFilters, nearest: NearestSearch | undefined) {
    this.#tx = tx;
    this.#scope = scope;
    this.#filters = filters;
    this.#nearest = nearest;
  }

  async statistics(agentId: string | null, terms: readonly string[]) {
    return readStatistics({ tx: this.#tx, scope: this.#scope, agentId, terms }, await this.#visibility());
  }

  async candidates(population: Population, { terms, newest }: Parameters<IndexView['candidates']>[1]) {
    const { query, hiddenArtifacts } = await this.#visibility();
    const tsquery = toTsquery(this.#scope, allOf([populationQuery(population, terms), query]));
    if (tsquery === null) return [];
    return this.#features(CANDIDATES, [tsquery, population.kinds, newest, hiddenArtifacts.map(({ id }) => id)]);
  }

  async turns(population: Population, turns: Parameters<IndexView['turns']>[1]) {
    if (turns.length === 0 || !population.kinds.includes('memory')) return [];
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    return this.#features(
      `select string_agg(features, ',') as features
       from unnest(${bind(turns.map(({ sessionId }) => sessionId))}::text[],
                   ${bind(turns.map(({ position }) => position))}::integer[]) as turn (session_id, "position")
       join entries e using (session_id, "position")
       where ${populationRows(population, bind)} and e.kind = 'memory' and ${visibleRows(this.#filters, bind)}`,
      values,
    );
  }

  async newest(population: Population, kind: Candidate['kind'], limit: number) {
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment];
    const bind = bindTo(values);
    const isVisible = await this.#isVisible();
    return this.#features(
      `select string_agg(features, ',') as features from (
         select features from entries e
         where ${populationRows({ ...population, kinds: [kind] }, bind)} and ${isVisible(bind)}
         order by occurred_at desc, "position" desc, id limit ${bind(limit)}) newest`,
      values,
    );
  }

  async nearest(population: Population, search: VectorSearch) {
    const isVisible = await this.#isVisible();
    return (await this.#nearest?.(this.#tx, this.#scope, population, search, isVisible)) ?? [];
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

  /** Checks again that the entries are visible: one may have been replaced since it was found. */
  async texts(ids: readonly string[]): Promise<Map<string, EntryText>> {
    if (ids.length === 0) return new Map();
    const visibility = await this.#visibility();
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment, ids];
    const bind = bindTo(values);
    const isHidden = hasHiddenSource(this.#scope, visibility, bind);
    const [row] = await this.#tx.query<{ texts: Record<string, StoredText> | null }>(
      `select json_object_agg(id, json_build_array(body, namespace_id, nullif(agent_id, ''), ${OUTCOME})) as texts from entries e
       where tenant_id = $1 and environment = $2 and id = any($3) and ${visibleRows(this.#filters, bind)}
         and (e.kind = 'memory' or not ${isHidden})`,
      values,
    );
    return new Map(
      Object.entries(row?.texts ?? {}).map(([id, [text, namespaceId, agentId, outcome]]) => [
        id,
        { text, place: { namespaceId, agentId }, outcome },
      ]),
    );
  }

  sessionNotes(agentId: string | null, sessionIds: readonly string[], identifiers: readonly string[]) {
    return readSessionNotes(this.#tx, this.#scope, agentId, sessionIds, identifiers);
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
