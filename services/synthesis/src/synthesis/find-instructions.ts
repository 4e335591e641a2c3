import { instructionTerm } from '../indexing/lexemes.ts';
import type { Instruction } from '../rank/instruction.ts';
import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { newestFirst } from '../rank/rank.ts';
import { isProgram, isServedPerson } from '@strata/kernel/speaker-roles';
import { ownInstructions } from '../sessions/own-instructions.ts';
import type { LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { isReplaced } from './is-replaced.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** As many of the newest instructions of an agent are looked at. */
const MOST = 200;
/** What is relevant says what the query is about: as many of the best are looked at. */
const ABOUT = 10;
/** A term is about the subject if this share of them has it. */
const SHARED_FROM = 0.5;
/** The sessions of so many of the best show whether the agent serves customers. */
const SESSIONS_AROUND = 50;

type InstructionCandidate = Candidate & { readonly instruction: Instruction };

/**
 * The instructions that people gave the agent for all its work. They share no word with most of the work they apply to. One
 * with a condition applies if the query, or half of its best answers, have a word of the condition. The newest first; an
 * older one on the same matter is left out.
 */
export async function findInstructions(
  view: IndexView,
  population: Population,
  { query, ranked }: Pick<LaneSearch, 'query' | 'ranked'>,
): Promise<RankedCandidate[]> {
  if (!population.kinds.includes('memory')) return [];
  const terms = [instructionTerm(population.agentId)];
  // All are read by their term: most indexes have none, and a search for the newest would walk a whole one to find out.
  const candidates = await view.candidates(population, { terms, newest: null });
  const instructions = candidates.filter(isInForce).sort(newestFirst).slice(0, MOST);
  if (instructions.length === 0) return [];
  const around = ranked.slice(0, SESSIONS_AROUND).flatMap(({ candidate: { sessionId } }) => sessionId ?? []);
  const sessions = new Set([...instructions.flatMap(({ instruction }) => instruction.sessions), ...around]);
  const notes = await view.sessionNotes(population.agentId, [...sessions], [...query.identifiers]);
  const own = ownInstructions(instructions, notes, population.agentId, query.identifiers);
  const relevant = ranked.filter(({ isRelevant }) => isRelevant).map(({ candidate }) => candidate);
  const about = aboutOf(query, relevant);
  const applying = own.filter(
    ({ instruction: { conditionTerms } }) =>
      conditionTerms.length === 0 || conditionTerms.some((term) => about.has(term)),
  );
  const kept: InstructionCandidate[] = [];
  for (const candidate of await toPrograms(view, population, applying))
    if (!kept.some((newer) => isReplaced(candidate.instruction, newer.instruction))) kept.push(candidate);
  return kept.map((candidate) => ({
    candidate,
    lane: 'instruction',
    score: 1,
    isRelevant: true,
    parts: () => ({ total: 1 }),
  }));
}

/** The terms of a query, and those that half of its best answers share. */
function aboutOf({ terms }: AnalysedQuery, relevant: readonly Candidate[]): Set<string> {
  const best = relevant.slice(0, ABOUT);
  const counts = new Map<string, number>();
  for (const candidate of best)
    for (const term of new Set(candidate.terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const enough = SHARED_FROM * best.length;
  return new Set([...terms, ...[...counts].flatMap(([term, count]) => (count >= enough ? [term] : []))]);
}

/** What people whom the data names say may be said to each other: it is an instruction if a program speaks next to them. */
async function toPrograms(
  view: IndexView,
  population: Population,
  candidates: readonly InstructionCandidate[],
): Promise<InstructionCandidate[]> {
  const turnsAround = ({ sessionId, position }: Candidate) =>
    sessionId === null || position === null ? [] : [-1, 1].map((step) => ({ sessionId, position: position + step }));
  const unclear = candidates.filter(({ speaker }) => !isServedPerson(speaker));
  const around = unclear.length === 0 ? [] : await view.turns(population, unclear.flatMap(turnsAround));
  const ofPrograms = new Set(around.filter(({ speaker }) => isProgram(speaker)).map(turnKey));
  return candidates.filter(
    (candidate) =>
      isServedPerson(candidate.speaker) || turnsAround(candidate).some((turn) => ofPrograms.has(turnKey(turn))),
  );
}

const turnKey = ({ sessionId, position }: Pick<Candidate, 'sessionId' | 'position'>): string =>
  `${String(position)}\n${String(sessionId)}`;

/** A wish that was withdrawn is one no more. */
const isInForce = (candidate: Candidate): candidate is InstructionCandidate =>
  candidate.instruction !== undefined && candidate.replaced === undefined;
