import { cut } from '@strata/adapter-base/said';
import { inGroups } from './in-groups.ts';
import { unlessErased, type StoredItems, type Version } from './stored-items.ts';

/** A current version that fits a query. */
export interface Recalled extends Version {
  readonly score: number;
}

const MAX_QUERY_CHARACTERS = 16_000;
const MAX_TOKENS = 7200;
const AT_ONCE = 5;

/**
 * The items at or below a namespace that fit a query, the best first: those of at most 100 memories more than fit into a pack. Only their
 * newest versions count. They are looked up as they are read.
 */
export async function* recallItems(
  stored: StoredItems,
  prefix: readonly string[],
  query: string,
): AsyncGenerator<Recalled, void, undefined> {
  const { api, scope, call, names } = stored;
  const { sections, excluded = [] } = await api.synthesize(
    {
      ...scope,
      query: cut(query, MAX_QUERY_CHARACTERS),
      tags: [await names.tag(prefix)],
      includeArtifacts: false,
      // What did not fit, or is far from the query, has a score as well.
      explain: true,
      maxTokens: MAX_TOKENS,
    },
    call,
  );
  const ranked = [...sections, ...excluded]
    .flatMap(({ source, score }) => (score === undefined ? [] : { source, score: score.total }))
    .sort((one, other) => other.score - one.score);
  for (let from = 0; from < ranked.length; from += AT_ONCE) {
    const versions = await inGroups(ranked.slice(from, from + AT_ONCE), async ({ source, score }) =>
      (await currentVersions(stored, source)).map((version) => ({ ...version, score })),
    );
    yield* versions.flat();
  }
}

/** The items whose newest version an event is, or one of the events of a memory: items that say the same are one memory. */
async function currentVersions(stored: StoredItems, source: string): Promise<Version[]> {
  const { events, sessions } = await originOf(stored, source);
  const newest = await inGroups(sessions, (sessionId) => stored.newest(sessionId));
  return newest.filter((version) => version?.item !== undefined && events.includes(version.eventId)) as Version[];
}

interface Origin {
  readonly events: readonly string[];
  readonly sessions: readonly string[];
}

async function originOf(stored: StoredItems, source: string): Promise<Origin> {
  const memory = source.startsWith('evt_')
    ? undefined
    : await unlessErased(stored.api.getMemory({ id: source }, stored.call));
  const events = memory?.sourceEvents ?? [source];
  if (memory !== undefined && events.length === 1) return { events, sessions: [memory.sessionId] };
  const versions = await inGroups(events, (id) => stored.version(id));
  return { events, sessions: [...new Set(versions.flatMap((version) => version?.sessionId ?? []))] };
}
