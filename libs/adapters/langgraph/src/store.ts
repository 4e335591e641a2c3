import {
  BaseStore,
  validateNamespace,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { StrataError } from '@strata/client/errors';
import type { Strata } from '@strata/client/strata';
import { inGroups } from './in-groups.ts';
import type { Scope } from './item-names.ts';
import { matchesCondition, matchesFilter } from './match-item.ts';
import { recallItems } from './recall-items.ts';
import { StoredItems, type Put, type Version } from './stored-items.ts';

/** Whose items they are, and how long an operation may take. */
export interface StrataStoreOptions extends Scope {
  /** With an API key that may read, write and, to delete items, erase (`admin`). */
  readonly strata: Pick<Strata, 'api'>;
  /** How long a batch of operations may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_LIMIT = 10;

/**
 * The store of LangGraph with its items in Strata: `graph.compile({ store: new StrataStore({ strata, userId }) })`. It answers as the
 * `InMemoryStore` does. `search` with a `query` ranks by what Strata recalls. All errors of calls are a `StrataError`.
 */
export class StrataStore extends BaseStore {
  /** The items, for one batch. */
  readonly #open: () => StoredItems;
  readonly #timeoutMs: number;

  constructor({ strata, timeoutMs = 10_000, ...scope }: StrataStoreOptions) {
    super();
    this.#timeoutMs = timeoutMs;
    this.#open = () => new StoredItems(strata, scope, timeoutMs);
  }

  /** Reads what was there before the batch; then does what it puts, of which the last counts for each item. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    for (const operation of operations)
      if ('namespace' in operation) validateNamespace(operation.namespace, { allowReservedRoot: true });
    const stored = this.#open();
    try {
      const results = await inGroups(operations, (operation) => read(stored, operation));
      await stored.put(lastPuts(operations));
      return results as OperationResults<Op>;
    } catch (error) {
      if (stored.call.signal?.aborted !== true) throw error;
      throw new StrataError('timed_out', `Strata did not answer within ${this.#timeoutMs} ms`, { cause: error });
    }
  }
}

function lastPuts(operations: readonly Operation[]): Put[] {
  const puts = operations.filter((operation): operation is PutOperation => 'value' in operation);
  return [...new Map(puts.map((put) => [JSON.stringify([put.namespace, put.key]), put])).values()];
}

function read(stored: StoredItems, operation: Operation): Promise<Item | null | SearchItem[] | string[][] | undefined> {
  if ('value' in operation) return Promise.resolve(undefined);
  if ('namespacePrefix' in operation) return search(stored, operation);
  if ('namespace' in operation) return get(stored, operation);
  return listNamespaces(stored, operation);
}

async function get(stored: StoredItems, { namespace, key }: GetOperation): Promise<Item | null> {
  return (await stored.newest(await stored.names.session(namespace, key)))?.item ?? null;
}

async function search(stored: StoredItems, operation: SearchOperation): Promise<SearchItem[]> {
  const { namespacePrefix: prefix, filter, query = '', limit = DEFAULT_LIMIT, offset = 0 } = operation;
  if (prefix.length > 0) validateNamespace(prefix, { allowReservedRoot: true });
  const wanted = offset + limit;
  const found = new Map<string, SearchItem>();
  const collect = async (versions: AsyncIterable<Version & { readonly score?: number }>): Promise<void> => {
    const seen = new Set(found.keys());
    for await (const { sessionId, item, score } of versions) {
      if (found.size >= wanted) return;
      if (!seen.has(sessionId) && item !== undefined && matchesFilter(item.value, filter))
        found.set(sessionId, scored(item, score));
      seen.add(sessionId);
    }
  };
  if (query === '') {
    const items = (await currentItems(stored, prefix)).filter(({ value }) => matchesFilter(value, filter));
    return items.slice(offset, wanted).map((item) => scored(item, undefined));
  }
  await collect(recallItems(stored, prefix, query));
  // What the query does not find follows without a score.
  if (found.size < wanted) await collect(stored.versions(prefix));
  return [...found.values()].slice(offset, wanted);
}

/** The library leaves the field undefined, too. */
const scored = (item: Item, score: number | undefined): SearchItem => Object.assign({}, item, { score }) as SearchItem;

/** The items at or below a namespace, in the order of namespaces and then of items in which they were first put. */
async function currentItems(stored: StoredItems, prefix: readonly string[]): Promise<Item[]> {
  const versions: Version[] = [];
  for await (const version of stored.versions(prefix)) versions.push(version);
  const namespaces = new Map<string, Map<string, Item>>();
  const namespaceOf = new Map<string, string>();
  for (const { sessionId, item } of versions.reverse()) {
    const name = item === undefined ? namespaceOf.get(sessionId) : JSON.stringify(item.namespace);
    if (name === undefined) continue;
    namespaceOf.set(sessionId, name);
    const items = namespaces.get(name) ?? new Map<string, Item>();
    namespaces.set(name, items);
    if (item === undefined) items.delete(sessionId);
    else items.set(sessionId, item);
  }
  return [...namespaces.values()].flatMap((items) => [...items.values()]);
}

async function listNamespaces(stored: StoredItems, operation: ListNamespacesOperation): Promise<string[][]> {
  const { matchConditions = [], maxDepth, limit, offset } = operation;
  const items = await currentItems(stored, literalPrefix(operation));
  const all = items.map(({ namespace }) => namespace);
  const matching = all.filter((one) => matchConditions.every((condition) => matchesCondition(one, condition)));
  const cut = matching.map((namespace) => namespace.slice(0, maxDepth).join(':'));
  const names = [...new Set(cut)].sort((one, other) => one.localeCompare(other));
  return names.slice(offset, offset + limit).map((name) => name.split(':'));
}

/** The labels that all matching namespaces begin with, so that no others are read. */
function literalPrefix({ matchConditions = [] }: ListNamespacesOperation): string[] {
  const prefix = matchConditions.find(({ matchType }) => matchType === 'prefix')?.path ?? [];
  const wildcard = prefix.indexOf('*');
  return wildcard === -1 ? prefix : prefix.slice(0, wildcard);
}
