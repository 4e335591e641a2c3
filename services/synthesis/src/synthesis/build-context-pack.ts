import { MAX_EXCLUDED } from '@strata/contracts/schemas/synthesis';
import type { ReturnedMemory } from '@strata/policy/access-report';
import type { ContextPack, SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { packAsText } from '../pack/pack-as-text.ts';
import { pack } from '../pack/pack.ts';
import type { Excluded } from '../pack/pack-item.ts';
import type { QueryEmbedder } from '../embedding/embed-query.ts';
import { analyseQuery, type AnalysedQuery } from '../rank/analyse-query.ts';
import { demoteFailed } from '../sessions/demote-failed.ts';
import type { SessionNotes } from '../sessions/session-notes.ts';
import { Subjects } from '../sessions/subjects.ts';
import { explainExcluded } from './explain-excluded.ts';
import { askerOverview } from './asker-overview.ts';
import { countLikely, fetchItems, type RankedItem } from './fetch-items.ts';
import { findInstructions } from './find-instructions.ts';
import { findFilteredOut } from './find-filtered-out.ts';
import { newestCandidates } from './newest-candidates.ts';
import { packResponse } from './pack-response.ts';
import { withReadableEnds } from './put-current-first.ts';
import { rankCandidates, type Ranking } from './rank-candidates.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population, ViewedIndex, VisibleFilters } from './search-index.ts';
import { shortenItems } from './shorten-items.ts';
import { StageTimes, type SynthesisStage } from './stage-times.ts';
import { timedView } from './timed-view.ts';

/** If less than this share of the budget is used, since many texts repeated each other, the remaining texts are fetched too. */
const FULL_ENOUGH = 0.85;

export interface ContextPackParts {
  readonly index: ViewedIndex;
  /** Null without an embedding provider. */
  readonly embedder: QueryEmbedder | null;
}

export interface Synthesis {
  readonly pack: ContextPack;
  /** The ids of the entries in the pack, best first. */
  readonly shown: readonly string[];
  /** The memories in the pack and in its explanation, with their places. */
  readonly memories: readonly ReturnedMemory[];
  /** How many entries were compared with the query. */
  readonly considered: number;
  /** Seconds of each stage. */
  readonly stages: ReadonlyMap<SynthesisStage, number>;
  /** Seconds of each ranking arm that applied. */
  readonly arms: ReadonlyMap<string, number>;
}

/**
 * Packs the visible entries that rank highest for a query into its token budget: what the person who asks has said if the
 * query only asks about them, and the newest ones if it has no usable word.
 */
export async function buildContextPack(
  { index, embedder }: ContextPackParts,
  scope: TenantScope,
  visible: VisibleFilters,
  request: SynthesizeRequest,
): Promise<Synthesis> {
  const times = new StageTimes();
  const population = populationOf(request);
  // Before the transaction, since it waits for the network.
  const query = await analyseWithVector(request.query ?? '', embedder, times);

  const findRanking = async (view: IndexView): Promise<Ranking> => {
    const overview = query.asksOfAsker ? await askerOverview(view, population, query.identifiers) : null;
    if (overview === null && query.terms.length > 0)
      return rankCandidates(view, population, query, request.maxTokens, times);
    const others = overview ?? (await newestCandidates(view, population, request.maxTokens));
    return withoutWords(
      await withReadableEnds(view, population, await withInstructions(view, population, query, others)),
    );
  };
  const findFiltered = async (view: IndexView): Promise<string[]> =>
    request.explain && query.terms.length > 0 ? findFilteredOut(view, population, query) : [];
  const first = await index.view(scope, visible, async (plain) => {
    const view = timedView(plain, times);
    const unordered = await times.time('rank', () => findRanking(view));
    const noted = await readNotes(view, population, unordered, query);
    const wanted = worthFetching(
      await demoteFailed(unordered.ranked, noted, (ids) => view.onlyFailed(ids)),
      request.explain,
    );
    const count = countLikely(wanted, request.maxTokens);
    const fetched = await fetchItems(view, wanted.slice(0, count));
    return {
      ranking: unordered,
      notes: noted,
      wanted,
      likely: count,
      items: fetched,
      filteredOut: await findFiltered(view),
    };
  });
  const packInto = request.format === 'text' || request.format === 'both' ? packAsText : pack;
  const { ranking, wanted, likely, filteredOut } = first;
  const subjects = new Subjects(
    first.notes,
    { identifiers: query.identifiers, sessionId: request.sessionId },
    // An explanation reads more texts, and must not change what is shown.
    first.items.filter(({ isRelevant }) => isRelevant),
  );
  const packAsked = (asked: readonly RankedItem[]) =>
    times.time('pack', () => packInto(shortenItems(asked, ranking.termWeights, request.maxTokens), request.maxTokens));
  let considered = first.items;
  let items = sortOut(considered, subjects);
  let packed = await packAsked(items.asked);
  if (likely < wanted.length && packed.totalTokens < FULL_ENOUGH * request.maxTokens) {
    considered = await index.view(scope, visible, (view) => fetchItems(timedView(view, times), wanted));
    items = sortOut(considered, subjects);
    packed = await packAsked(items.asked);
  }
  const explanation = request.explain
    ? explainExcluded([...items.others, ...packed.excluded], {
        considered,
        filteredOut,
        termWeights: ranking.termWeights,
        subjects,
      })
    : null;
  return {
    pack: packResponse(request, packed, explanation?.entries),
    shown: packed.sections.map(({ item }) => item.id),
    memories: [...packed.sections.map(({ item }) => item), ...(explanation?.shown ?? [])].flatMap((item) =>
      item.kind === 'memory' && item.eventId === undefined ? [{ id: item.id, place: item.place }] : [],
    ),
    considered: ranking.considered,
    stages: times.seconds,
    arms: times.armSeconds,
  };
}

async function analyseWithVector(
  text: string,
  embedder: QueryEmbedder | null,
  times: StageTimes,
): Promise<AnalysedQuery> {
  const query = analyseQuery(text);
  if (query.terms.length === 0 || embedder === null) return query;
  return { ...query, vector: await times.time('embed', () => embedder.embedQuery(text)) };
}

/**
 * The fields of a request that limit the population. A new field of the request is a type error in `populationOf` until it is
 * used there or left out here. `userId` is left out: it limits what is visible (`forEndUser`).
 */
type PopulationFields = Omit<SynthesizeRequest, 'query' | 'userId' | 'maxTokens' | 'format' | 'explain'>;

function populationOf(request: PopulationFields): Population {
  const { agentId, tags, includeArtifacts, includeMemories, namespaceId, sessionId, since, until, ...others } = request;
  others satisfies Record<string, never>;
  return {
    ...{ namespaceId, sessionId, since, until },
    agentId: agentId ?? null,
    tags: [...new Set(tags)],
    kinds: [...(includeMemories ? (['memory'] as const) : []), ...(includeArtifacts ? (['artifact'] as const) : [])],
  };
}

/** What is relevant; for an explanation, some of the rest too. */
function worthFetching(ranked: readonly RankedCandidate[], explain: boolean): RankedCandidate[] {
  const relevant = ranked.filter(({ isRelevant }) => isRelevant);
  return explain ? [...relevant, ...ranked.filter(({ isRelevant }) => !isRelevant).slice(0, MAX_EXCLUDED)] : relevant;
}

/** Entries that no word led to, after the instructions that always hold. */
async function withInstructions(
  view: IndexView,
  population: Population,
  query: AnalysedQuery,
  others: readonly RankedCandidate[],
): Promise<RankedCandidate[]> {
  const instructions = await findInstructions(view, population, { query, ranked: [] });
  const known = new Set(instructions.map(({ candidate }) => candidate.id));
  return [...instructions, ...others.filter(({ candidate }) => !known.has(candidate.id))];
}

const withoutWords = (ranked: Ranking['ranked']): Ranking => ({
  ranked,
  considered: ranked.length,
  termWeights: new Map(),
});

/** The sessions of what was ranked, and those that name the identifiers of the query. */
const readNotes = (
  view: IndexView,
  { agentId }: Population,
  { ranked }: Ranking,
  { identifiers }: AnalysedQuery,
): Promise<SessionNotes> => {
  const sessions = new Set(ranked.flatMap(({ candidate: { sessionId } }) => sessionId ?? []));
  return view.sessionNotes(agentId, [...sessions], [...identifiers]);
};

/** Separates what is relevant, but names a customer that the query does not ask about. */
function sortOut(items: readonly RankedItem[], subjects: Subjects): { asked: RankedItem[]; others: Excluded[] } {
  const asked: RankedItem[] = [];
  const others: Excluded[] = [];
  for (const item of items)
    if (item.isRelevant && subjects.namesOther(item))
      others.push({ id: item.id, kind: item.kind, reason: 'other_subject' });
    else asked.push(item);
  return { asked, others };
}
