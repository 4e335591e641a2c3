import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { isSubsequence, matchLate } from './subsequence.ts';

/** A sequence with where it occurs; successRate and support speak of the whole sequence over all acts. */
export interface ScoredSequence {
  symbols: string[];
  /** Successful sessions that contain it. */
  successful: Session[];
  /** Sessions of known outcome that contain it and were not successful. */
  failed: Session[];
}

const MAX_SCHEMAS = 40;
const WHOLE = 3;
/** A read-only way of working counts this much against one that changes something. */
const READ_ONLY_WEIGHT = 0.6;

/** What a session wants covered: its changes that went well, or itself where it changed nothing. */
function aims(session: Session, roles: SymbolRoles): string[] {
  const changed = new Set(session.acts.filter((act) => act.outcome !== 'error' && roles.effects.has(act.symbol)).map((act) => act.symbol));
  return changed.size > 0 ? [...changed] : ['\0look'];
}

function scoreSequences(candidates: readonly string[][], sessions: readonly Session[]): ScoredSequence[] {
  const sequences = sessions.map((session) => session.acts.map((act) => act.symbol));
  return candidates.map((symbols) => {
    const containing = sessions.filter((_, at) => isSubsequence(symbols, sequences[at] ?? []));
    return { symbols, successful: containing.filter((s) => s.succeeded === true), failed: containing.filter((s) => s.succeeded === false) };
  });
}

/** Which aims of which sessions a sequence covers; a short one does not cover a session that has more steps to show. */
function coverage(scored: ScoredSequence, roles: SymbolRoles, wanted: ReadonlyMap<Session, string[]>): string[] {
  const named = new Set(scored.symbols);
  return scored.successful.flatMap((session) => {
    const distinct = new Set(session.acts.filter((act) => !roles.noise.has(act.symbol)).map((act) => act.symbol)).size;
    if (scored.symbols.length < Math.min(WHOLE, distinct)) return [];
    const went = session.acts.filter((act) => act.outcome !== 'error').map((act) => act.symbol);
    if (matchLate(scored.symbols, went) === null) return [];
    return (wanted.get(session) ?? []).filter((aim) => aim === '\0look' || named.has(aim)).map((aim) => `${session.id}\n${aim}`);
  });
}

/**
 * Picks the sequences that together cover the successful ways of working: greedily the one that covers most of what is
 * not covered yet, weighed by how much likelier success is with it than without (lift), by its length and by whether
 * it changes something. Each change that ever went well gets a sequence, a single run included.
 */
export function selectSequences(candidates: readonly string[][], sessions: readonly Session[], roles: SymbolRoles): ScoredSequence[] {
  const told = sessions.filter((session) => session.succeeded !== null);
  const good = told.filter((session) => session.succeeded === true);
  const base = good.length / Math.max(1, told.length);
  const wanted = new Map(good.map((session) => [session, aims(session, roles)]));
  const pool = scoreSequences(candidates, told)
    .filter(({ successful }) => successful.length > 0)
    .map((scored) => {
      const rate = (scored.successful.length + base) / (scored.successful.length + scored.failed.length + 1);
      const lift = base > 0 ? rate / base : 1;
      const changes = scored.symbols.filter((symbol) => roles.effects.has(symbol)).length;
      const length = Math.min(scored.symbols.length, 6);
      const weight = Math.sqrt(lift) * (0.6 + 0.1 * length) * (changes > 0 ? 1 : READ_ONLY_WEIGHT) * (changes > 1 ? 0.9 : 1);
      return { scored, weight, covers: coverage(scored, roles, wanted), name: scored.symbols.join('\n') };
    })
    .sort((a, b) => compareText(a.name, b.name));
  const covered = new Set<string>();
  const shownChanges = new Set<string>();
  const picked: ScoredSequence[] = [];
  while (picked.length < MAX_SCHEMAS) {
    let best: (typeof pool)[number] | null = null;
    let bestGain = 0;
    for (const entry of pool) {
      const fresh = entry.covers.filter((aim) => !covered.has(aim)).length;
      const novel = entry.scored.symbols.some((symbol) => roles.effects.has(symbol) && !shownChanges.has(symbol));
      const gain = (fresh >= 2 || novel ? fresh : 0) * entry.weight;
      if (gain > bestGain) [best, bestGain] = [entry, gain];
    }
    if (best === null) break;
    for (const aim of best.covers) covered.add(aim);
    for (const symbol of best.scored.symbols) if (roles.effects.has(symbol)) shownChanges.add(symbol);
    picked.push(best.scored);
  }
  return picked;
}
