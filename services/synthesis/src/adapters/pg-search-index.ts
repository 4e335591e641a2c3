import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Candidate } from '../synthesis/candidate.ts';
import type {
  EntryText,
  IndexView,
  Population,
  SearchIndex,
  VectorSearch,
  Visible,
} from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import { restsOnHidden } from './pg-hidden-artifacts.ts';
import { openVisibility, type Visibility } from './pg-visibility.ts';
import { readStatistics } from './pg-visible-statistics.ts';
import { populationQuery } from './population-query.ts';
import { both, toTsquery } from './term-query.ts';
import { visibleRows, type Bind } from './visible-rows.ts';

const CANDIDATES = 'select find_candidates($1::tsquery, $2, $3, $4) as features';

const OF_POPULATION = `
  e.tenant_id = $1 and e.environment = $2 and ($3::text is null or e.agent_id = $3)
  and (e.kind = 'artifact' or e.tags @> $4)`;

interface FeaturesRow {
  features: string | null;
}

/** The search index in PostgreSQL. Each question is one round trip that comes back as one row. */
export const createPgSearchIndex = (database: Database, nearest?: NearestSearch): SearchIndex => ({
  view: (scope, visible, read) => database.inTenant(scope, (tx) => read(new PgIndexView(tx, scope, visible, nearest))),
});

/**
 * The vector arm's part of a view: the features of the nearest entries, nearest first, joined by commas. `isVisible` makes
 * a condition on the row `e` of `entries`.
 */
export type NearestSearch = (
  tx: Transaction,
  scope: TenantScope,
  population: Population,
  search: VectorSearch,
  isVisible: (bind: Bind) => string,
) => Promise<string | null>;

class PgIndexView implements IndexView {
  readonly #tx: Transaction;
  readonly #scope: TenantScope;
  readonly #visible: Visible;
  readonly #nearest: NearestSearch | undefined;
  #opened: Promise<Visibility> | undefined;

  constructor(tx: Transaction, scope: TenantScope, visible: Visible, nearest: NearestSearch | undefined) {
    this.#tx = tx;
    this.#scope = scope;
    this.#visible = visible;
    this.#nearest = nearest;
  }

  async statistics(agentId: string | null, terms: readonly string[]) {
    return readStatistics(this.#tx, this.#scope, await this.#visibility(), agentId, terms);
  }

  async candidates(population: Population, { terms, newest }: Parameters<IndexView['candidates']>[1]) {
    const { query, hiddenArtifacts } = await this.#visibility();
    const sought = toTsquery(this.#scope, both([populationQuery(population, terms), query]));
    if (sought === null) return [];
    return this.#features(CANDIDATES, [sought, population.kinds, newest, hiddenArtifacts.map(({ id }) => id)]);
  }

  async at(population: Population, places: Parameters<IndexView['at']>[1]) {
    if (places.length === 0 || !population.kinds.includes('memory')) return [];
    const values = this.#within(population);
    const bind = bindTo(values);
    return this.#features(
      `select string_agg(features, ',') as features
       from unnest(${bind(places.map(({ sessionId }) => sessionId))}::text[],
                   ${bind(places.map(({ position }) => position))}::integer[]) as place (session_id, "position")
       join entries e using (session_id, "position")
       where ${OF_POPULATION} and e.kind = 'memory' and ${visibleRows(this.#visible, bind)}`,
      values,
    );
  }

  async newest(population: Population, kind: Candidate['kind'], limit: number) {
    const values = this.#within(population);
    const bind = bindTo(values);
    const isVisible = await this.#isVisible();
    return this.#features(
      `select string_agg(features, ',') as features from (
         select features from entries e
         where ${OF_POPULATION} and e.kind = ${bind(kind)} and ${isVisible(bind)}
         order by occurred_at desc, "position" desc, id limit ${bind(limit)}) newest`,
      values,
    );
  }

  async nearest(population: Population, search: VectorSearch) {
    const isVisible = await this.#isVisible();
    return decodeCandidates((await this.#nearest?.(this.#tx, this.#scope, population, search, isVisible)) ?? null);
  }

  /** Asked once more whether it is visible: an entry may have been replaced since it was found. */
  async bodies(ids: readonly string[]): Promise<Map<string, EntryText>> {
    if (ids.length === 0) return new Map();
    const { visible, named } = await this.#visibility();
    const values: unknown[] = [this.#scope.tenantId, this.#scope.environment, ids];
    const bind = bindTo(values);
    const isHidden = restsOnHidden(this.#scope, visible, named, bind);
    const [row] = await this.#tx.query<{ bodies: Record<string, [string, string | null, string | null]> | null }>(
      `select json_object_agg(id, json_build_array(body, namespace_id, nullif(agent_id, ''))) as bodies from entries e
       where tenant_id = $1 and environment = $2 and id = any($3) and ${visibleRows(visible, bind)}
         and (e.kind = 'memory' or not ${isHidden})`,
      values,
    );
    return new Map(
      Object.entries(row?.bodies ?? {}).map(([id, [text, namespaceId, agentId]]) => [
        id,
        { text, place: { namespaceId, agentId } },
      ]),
    );
  }

  #visibility(): Promise<Visibility> {
    return (this.#opened ??= openVisibility(this.#tx, this.#scope, this.#visible));
  }

  async #isVisible(): Promise<(bind: Bind) => string> {
    const { visible, hiddenArtifacts } = await this.#visibility();
    const hidden = hiddenArtifacts.map(({ id }) => id);
    return (bind) => `${visibleRows(visible, bind)} and not (e.id = any(${bind(hidden)}))`;
  }

  async #features(sql: string, values: readonly unknown[]): Promise<Candidate[]> {
    const [row] = await this.#tx.query<FeaturesRow>(sql, values);
    return decodeCandidates(row?.features ?? null);
  }

  #within({ agentId, tags }: Population): unknown[] {
    return [this.#scope.tenantId, this.#scope.environment, agentId, tags];
  }
}
