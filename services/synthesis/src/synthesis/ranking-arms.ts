import { isRelative } from '@strata/languages/relatives';
import { neighbourScores, sessionScores } from '../rank/conversation-scores.ts';
import { dateScores } from '../rank/date-gain.ts';
import { entityScores, namesEntities } from '../rank/entity-scores.ts';
import { expansionScores } from '../rank/expansion.ts';
import {
  AGREEMENT,
  DATE,
  ENTITIES,
  EXPANSION,
  FACTORS,
  HELPED,
  RELATIVES,
  ROLES,
  SPEAKER,
  VECTOR,
} from '../rank/parameters.ts';
import type { RankingArm, ScoringArm, SummandArm } from '../rank/ranking-arm.ts';
import { isProgram, isServedPerson } from '@strata/kernel/speaker-roles';
import { similarityScores } from '../rank/similarity-scores.ts';
import { termScores } from '../rank/term-scores.ts';
import type { ArmSearch, LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { findFixes } from './find-fixes.ts';
import { findGuides } from './find-guides.ts';
import { findInstructions } from './find-instructions.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';
import { weighByFeedback } from './weigh-by-feedback.ts';

/** Finds candidates beside those that hold the query's words, and scores them. */
export interface SearchArm extends SummandArm {
  /** Returns candidates, best first. */
  readonly search: (view: IndexView, population: Population, search: ArmSearch) => Promise<Candidate[]>;
}

/** Finds entries for a lane of the pack that they have for themselves; what it finds is left out of the other order. */
export interface LaneArm extends RankingArm {
  readonly kind: 'lane';
  /** Returns entries, best first, with scores moved by feedback. */
  readonly find: FindForLane;
}

type FindForLane = (view: IndexView, population: Population, search: LaneSearch) => Promise<RankedCandidate[]>;

const weighed =
  (find: FindForLane): FindForLane =>
  async (...search) =>
    weighByFeedback(await find(...search));

const always = (): boolean => true;

/**
 * All ways to score candidates. The ranking, the parts of a score in `explain`, and the metrics are read from this list:
 * a new arm is one more entry. `docs/ranking.md` says what each is worth.
 */
export const RANKING_ARMS: readonly (ScoringArm | SearchArm | LaneArm)[] = [
  {
    name: 'terms',
    kind: 'content',
    weight: 1,
    appliesTo: always,
    score: ({ table, norms, termWeights }) => termScores(table, norms, termWeights, true),
  },
  { name: 'entities', kind: 'content', weight: ENTITIES.weight, appliesTo: namesEntities, score: entityScores },
  { name: 'expansion', kind: 'content', weight: EXPANSION.share, appliesTo: always, score: expansionScores },
  {
    name: 'vector',
    kind: 'content',
    weight: VECTOR.share,
    appliesTo: ({ vector }) => vector !== null,
    search: (view, population, { query: { vector }, statistics: { documents } }) =>
      view.nearest(population, { vector: vector ?? [], populationSize: documents, limit: VECTOR.nearest }),
    score: similarityScores,
  },
  { name: 'neighbours', kind: 'context', weight: 1, appliesTo: always, score: neighbourScores },
  { name: 'session', kind: 'context', weight: 1, appliesTo: always, score: sessionScores },
  { name: 'date', kind: 'context', weight: DATE.gain, appliesTo: ({ dates }) => dates.length > 0, score: dateScores },
  {
    name: 'speaker',
    kind: 'factor',
    weight: SPEAKER.factor,
    appliesTo: always,
    matches: ({ speaker }, { namedSpeakers }) => speaker !== null && namedSpeakers.has(speaker),
  },
  {
    name: 'person',
    kind: 'factor',
    weight: ROLES.person,
    appliesTo: ({ aboutAsker }) => aboutAsker,
    matches: ({ speaker }) => isServedPerson(speaker),
  },
  {
    name: 'relatives',
    kind: 'factor',
    weight: RELATIVES.factor,
    appliesTo: ({ aboutAsker, words }) => aboutAsker && ![...words].some(isRelative),
    matches: ({ relatives }) => relatives !== undefined,
  },
  {
    name: 'program',
    kind: 'factor',
    weight: ROLES.program,
    appliesTo: ({ aboutAnswers }) => !aboutAnswers,
    // A short reply says something of this case; a long answer is mostly advice that holds for all.
    matches: ({ speaker, parts }) => isProgram(speaker) && parts > 1,
  },
  {
    name: 'question',
    kind: 'factor',
    weight: FACTORS.asks,
    appliesTo: always,
    // Who asks a program for help says what the matter is.
    matches: ({ asks, speaker }) => asks && !isServedPerson(speaker),
  },
  {
    name: 'time',
    kind: 'factor',
    weight: FACTORS.mentionsTime,
    appliesTo: ({ asksTime }) => asksTime,
    matches: ({ mentionsTime }) => mentionsTime,
  },
  {
    name: 'agreement',
    kind: 'factor',
    weight: AGREEMENT.factor,
    appliesTo: always,
    matches: ({ voices = 1 }) => Math.min(1, Math.log(voices) / Math.log(AGREEMENT.voices)),
  },
  {
    name: 'helped',
    kind: 'factor',
    weight: HELPED.factor,
    appliesTo: always,
    matches: ({ balance = 0 }) => balance,
  },
  { name: 'instruction', kind: 'lane', weight: 1, appliesTo: always, find: weighed(findInstructions) },
  { name: 'goal', kind: 'lane', weight: 1, appliesTo: always, find: findGuides },
  { name: 'error', kind: 'lane', weight: 1, appliesTo: always, find: weighed(findFixes) },
];

export const SCORING_ARMS = RANKING_ARMS.filter((arm) => arm.kind !== 'lane');
export const SEARCH_ARMS = RANKING_ARMS.filter((arm) => 'search' in arm);
export const LANE_ARMS = RANKING_ARMS.filter((arm) => arm.kind === 'lane');
