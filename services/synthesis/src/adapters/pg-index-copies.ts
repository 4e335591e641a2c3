import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import { copiedView, type NotCopied } from '../copy/copied-view.ts';
import { IndexCopy } from '../copy/index-copy.ts';
import { VisibleEntries } from '../copy/visible-entries.ts';
import { Vocabulary } from '../rank/vocabulary.ts';
import type { CopiedIndex, VisibleFilters } from '../synthesis/search-index.ts';
import { CopyTooLarge, updateCopy } from './pg-index-changes.ts';

/** A copy that was not used for so long is dropped, and one from which something was removed so long ago. */
const KEPT_MS = 15 * 60_000;
/** A tenant scope is copied when it is asked twice within this time. */
const OFTEN_MS = 60_000;
const MOST_ASKED = 10_000;
/** A scope that took too much memory is not tried again for so long. */
const TOO_LARGE_MS = 10 * 60_000;
/** After a refresh, a scope that changes all the time is read from the database for so many times as long. */
const REST_SHARE = 10;
/** Writers that go on during a refresh make it read again; after so many times the next request tries. */
const MOST_ROUNDS = 3;
/** Filters of so many callers are kept worked out. */
const MOST_FILTERS = 16;
/** No view is open longer: then the copy forgets removed entries. */
const VIEW_MS = 30_000;

/** What is kept of one tenant scope. */
interface Kept {
  readonly copy: IndexCopy;
  /** The write of the scope that the copy ends with; null while it has no single one, and after a later write was found. */
  version: string | null;
  readonly vocabulary: Vocabulary;
  /** Drops a copy from which something was removed: single words of it may be left. */
  renewal?: NodeJS.Timeout;
  readonly visible: LRUCache<string, { readonly generation: number; readonly entries: VisibleEntries }>;
}

/** Copies of the index in the memory of this process. */
export interface PgIndexCopies {
  /** The copy, if there is one that can have the last write. `index` reads what no copy has. */
  copyOf(scope: TenantScope, filters: VisibleFilters, index: NotCopied): CopiedIndex | undefined;
  /** Makes or refreshes the copy in the background, if a request needed one. */
  refresh(scope: TenantScope): void;
}

/**
 * Keeps copies of the tenant scopes that are asked often, up to about `maxBytes` in all. Every write counts up the version of its
 * scope: a pack that was made from a copy is returned only if the copy has the last write of any process.
 */
export function createPgIndexCopies(database: Database, maxBytes: number, metrics: Metrics): PgIndexCopies | undefined {
  if (maxBytes === 0) return undefined;
  const views = metrics.counter({
    name: 'strata_search_index_views_total',
    help: 'Views of the search index, by what they read: a copy in memory, one that lacked the last write, or the database.',
    labels: ['source'],
  });
  const refreshes = metrics.counter({
    name: 'strata_search_index_refreshes_total',
    help: 'Copies that were made or brought up to date, by outcome.',
    labels: ['outcome'],
  });
  metrics.gauge({
    name: 'strata_search_index_copies_bytes',
    help: 'About how much memory the copies of tenant scopes take.',
    labels: [],
    read: () => [{ labels: {}, value: copies.calculatedSize }],
  });
  const copies = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ copy }) => Math.max(1, copy.size),
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  const asked = new LRUCache<string, true>({ ...entriesUpTo(MOST_ASKED), ttl: OFTEN_MS });
  /** Scopes that are not copied now. */
  const resting = new LRUCache<string, true>({ ...entriesUpTo(MOST_ASKED), ttl: TOO_LARGE_MS });
  const wanted = new Set<string>();
  let isBusy = false;

  const want = (key: string): void => {
    if (!isBusy && !resting.has(key)) wanted.add(key);
  };

  const drop = (key: string, kept: Kept): void => {
    if (copies.peek(key) === kept) copies.delete(key);
  };

  const make = async (scope: TenantScope, key: string): Promise<'current' | 'outdated'> => {
    const startedAt = performance.now();
    const known = copies.get(key);
    const kept = known === undefined || known.copy.isSparse ? newlyKept() : known;
    // No view is opened on a copy that is being changed.
    kept.version = null;
    for (let round = 0; round < MOST_ROUNDS && kept.version === null; round++)
      kept.version = await updateCopy(database, scope, kept.copy, kept.vocabulary, maxBytes);
    copies.set(key, kept);
    setTimeout(() => kept.copy.forgetRemoved(), VIEW_MS).unref();
    if (kept.copy.hasRemoved) kept.renewal ??= setTimeout(() => drop(key, kept), KEPT_MS).unref();
    resting.set(key, true, { ttl: Math.ceil(REST_SHARE * (performance.now() - startedAt)) });
    return hasVersion(kept) ? 'current' : 'outdated';
  };

  const usable = (key: string): (Kept & { readonly version: string }) | undefined => {
    const kept = copies.get(key);
    if (kept === undefined) {
      if (asked.has(key)) want(key);
      asked.set(key, true);
      return undefined;
    }
    if (!hasVersion(kept)) {
      want(key);
      return undefined;
    }
    copies.set(key, kept);
    return kept;
  };

  return {
    copyOf: (scope, filters, index) => {
      const key = keyOf(scope);
      // Only the database knows which artifacts are hidden by their sources.
      const kept = filters.artifactSources === null ? usable(key) : undefined;
      if (kept === undefined) {
        views.add({ source: 'database' });
        return undefined;
      }
      const { version, copy } = kept;
      const view = copiedView(copy, visibleOf(kept, filters), filters, index);
      return {
        version,
        view: (_scope, _visible, read) => read(view),
        checked: (hadLastWrite) => {
          views.add({ source: hadLastWrite ? 'copy' : 'outdated_copy' });
          if (hadLastWrite) return;
          // Unless it was brought up to date meanwhile.
          if (kept.version === version) (kept as Kept).version = null;
          want(key);
        },
      };
    },
    refresh: (scope) => {
      const key = keyOf(scope);
      if (isBusy || !wanted.delete(key)) return;
      isBusy = true;
      void make(scope, key)
        .catch((error: unknown) => {
          // Requests read the database; the next one tries again.
          copies.delete(key);
          if (!(error instanceof CopyTooLarge)) return 'failed';
          resting.set(key, true);
          return 'too_large';
        })
        .then((outcome) => refreshes.add({ outcome }))
        .finally(() => (isBusy = false));
    },
  };
}

const hasVersion = (kept: Kept): kept is Kept & { readonly version: string } => kept.version !== null;

const newlyKept = (): Kept => ({
  ...{ copy: new IndexCopy(), version: null, vocabulary: new Vocabulary() },
  visible: new LRUCache({ max: MOST_FILTERS }),
});

function visibleOf({ copy, visible }: Kept, { memory, artifact, users }: VisibleFilters): VisibleEntries {
  const key = JSON.stringify([memory, artifact, users]);
  const known = visible.get(key);
  if (known?.generation === copy.generation) return known.entries;
  const entries = new VisibleEntries(copy, { memory, artifact, artifactSources: null, ...(users && { users }) });
  visible.set(key, { generation: copy.generation, entries });
  return entries;
}

const keyOf = ({ tenantId, environment }: TenantScope): string => `${environment}/${tenantId}`;
