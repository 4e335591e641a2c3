import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { indexPositions, occursInOrder, type PositionIndex } from './subsequence.ts';

/** A sequence with its occurrences. successRate and support are about the whole sequence over all acts. */
export interface ScoredSequence {
  symbols: string[];
  /** Successful sessions that contain it. */
  successful: Session[];
  /** Sessions of known outcome that contain it and were not successful. */
  failed: Session[];
}

/** The maximum number of schemas; the actual limit grows with the square root of the number of successful sessions. */
const MAX_SCHEMAS = 60;
const FIRST_SCHEMAS = 6;
const SCHEMAS_PER_ROOT = 2;
const WHOLE = 3;
/** With fewer schemas than this, sequences of a single session are accepted. */
const FEW_SCHEMAS = 3;
/** Weight of a read-only sequence, relative to one that changes something. */
const READ_ONLY_WEIGHT = 0.6;

const LOOK = '\0look';

/** A session, indexed for selection. */
interface Run {
  session: Session;
  /** Positions of all acts, and of those that did not fail. */
  acts: PositionIndex;
  went: PositionIndex;
  /** Number of different symbols. */
  distinct: number;
  /** What schemas should cover: its successful changes, or the session itself if it changed nothing. */
  aims: string[];
}

function readRun(session: Session, roles: SymbolRoles): Run {
  const went = session.acts.filter((act) => act.outcome !== 'error').map((act) => act.symbol);
  const changed = [...new Set(went.filter((symbol) => roles.effects.has(symbol)))];
  const acts = indexPositions(session.acts.map((act) => act.symbol));
  const distinct = [...acts.keys()].filter((symbol) => !roles.noise.has(symbol)).length;
  return { session, acts, went: indexPositions(went), distinct, aims: changed.length > 0 ? changed : [LOOK] };
}

/** The goals of sessions that a sequence covers. A short sequence does not cover a session with more steps. */
function coverage(symbols: readonly string[], runs: readonly Run[]): string[] {
  const named = new Set(symbols);
  return runs
    .filter((run) => symbols.length >= Math.min(WHOLE, run.distinct) && occursInOrder(symbols, run.went))
    .flatMap(({ session, aims }) =>
      aims.filter((aim) => aim === LOOK || named.has(aim)).map((aim) => `${session.id}\n${aim}`),
    );
}

/**
 * Selects the sequences that together cover the successful sessions: greedily the one that covers most of what is not yet
 * covered, weighted by lift of success, by length, and by whether it changes something. Two successful sessions are needed,
 * with two exceptions: a tool's change that no other sequence contains, and if fewer than {@link FEW_SCHEMAS} would remain.
 */
export function selectSequences(
  candidates: readonly string[][],
  sessions: readonly Session[],
  roles: SymbolRoles,
): ScoredSequence[] {
  const judged = sessions.filter((session) => session.succeeded !== null);
  const good = judged.filter((session) => session.succeeded === true);
  const base = good.length / Math.max(1, judged.length);
  const runs = judged.map((session) => readRun(session, roles));
  const pool = candidates
    .map((symbols) => ({ symbols, containing: runs.filter((run) => occursInOrder(symbols, run.acts)) }))
    .map(({ symbols, containing }) => {
      const succeeded = containing.filter(({ session }) => session.succeeded === true);
      const sessionsOf = (some: readonly Run[]): Session[] => some.map(({ session }) => session);
      const scored: ScoredSequence = {
        symbols,
        successful: sessionsOf(succeeded),
        failed: sessionsOf(containing.filter(({ session }) => session.succeeded === false)),
      };
      return { scored, covers: coverage(symbols, succeeded) };
    })
    .filter(({ scored }) => scored.successful.length > 0)
    .map(({ scored, covers }) => {
      const rate = (scored.successful.length + base) / (scored.successful.length + scored.failed.length + 1);
      const lift = base > 0 ? rate / base : 1;
      const changes = scored.symbols.filter((symbol) => roles.effects.has(symbol)).length;
      const length = Math.min(scored.symbols.length, 6);
      const weight =
        Math.sqrt(lift) * (0.6 + 0.1 * length) * (changes > 0 ? 1 : READ_ONLY_WEIGHT) * (changes > 1 ? 0.9 : 1);
      return { scored, weight, covers, name: scored.symbols.join('\n') };
    })
    .sort((a, b) => compareText(a.name, b.name));
  const covered = new Set<string>();
  const toolChanges = new Set(
    good.flatMap(({ acts }) =>
      acts.flatMap(({ symbol, tool }) => (symbol === tool && roles.effects.has(symbol) ? [symbol] : [])),
    ),
  );
  const shownChanges = new Set<string>();
  const picked: ScoredSequence[] = [];
  const limit = Math.min(MAX_SCHEMAS, Math.ceil(FIRST_SCHEMAS + SCHEMAS_PER_ROOT * Math.sqrt(good.length)));
  const recurs = ({ scored }: (typeof pool)[number]): boolean =>
    scored.successful.length > 1 ||
    scored.symbols.some((symbol) => toolChanges.has(symbol) && !shownChanges.has(symbol));
  const bestOf = (entries: typeof pool): (typeof pool)[number] | null => {
    let best: (typeof pool)[number] | null = null;
    let bestGain = 0;
    for (const entry of entries) {
      const gain = entry.covers.filter((aim) => !covered.has(aim)).length * entry.weight;
      if (gain > bestGain) [best, bestGain] = [entry, gain];
    }
    return best;
  };
  while (picked.length < limit) {
    const best = bestOf(pool.filter(recurs)) ?? (picked.length < FEW_SCHEMAS ? bestOf(pool) : null);
    if (best === null) break;
    for (const aim of best.covers) covered.add(aim);
    for (const symbol of best.scored.symbols) if (roles.effects.has(symbol)) shownChanges.add(symbol);
    picked.push(best.scored);
  }
  return picked;
}
