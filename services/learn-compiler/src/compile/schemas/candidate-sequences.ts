import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { mineClosedSequences } from './closed-sequences.ts';

export const MAX_STEPS = 8;
const MAX_OCCURRENCES = 2;
const MAX_SYMBOLS = 64;
const MAX_MINED_SESSIONS = 600;
const MAX_REDUCED_LENGTH = 64;
const MAX_CANDIDATES = 2000;
const MAX_WORK = 40_000_000;

/**
 * A session reduced for mining: without noise, failed and rare steps; repetitions folded; each symbol at most twice. Its
 * subsequences are subsequences of the whole session, so mined sequences occur there.
 */
export function reduceSession(session: Session, roles: SymbolRoles, known: ReadonlySet<string>): string[] {
  const reduced: string[] = [];
  const times = new Map<string, number>();
  for (const { symbol, outcome } of session.acts) {
    if (outcome === 'error' || roles.noise.has(symbol) || !known.has(symbol) || reduced.at(-1) === symbol) continue;
    const seen = times.get(symbol) ?? 0;
    if (seen >= MAX_OCCURRENCES) continue;
    times.set(symbol, seen + 1);
    reduced.push(symbol);
    if (reduced.length >= MAX_REDUCED_LENGTH) break;
  }
  return reduced;
}

function commonSymbols(sessions: readonly Session[]): string[] {
  const counts = new Map<string, number>();
  for (const { acts } of sessions)
    for (const symbol of new Set(acts.map((act) => act.symbol))) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, MAX_SYMBOLS)
    .map(([symbol]) => symbol);
}

/** An evenly spaced selection of at most `limit` items, in order. */
function thin<T>(items: readonly T[], limit: number): T[] {
  return items.length <= limit
    ? [...items]
    : Array.from({ length: limit }, (_, i) => items[Math.floor((i * items.length) / limit)]).filter(
        (item) => item !== undefined,
      );
}

/** The steps of a single run that lead to its changes, nearest first, at most {@link MAX_STEPS}. */
function singleRun(reduced: readonly string[], effects: ReadonlySet<string>): string[] {
  const lastEffect = reduced.findLastIndex((symbol) => effects.has(symbol));
  const once = reduced.slice(0, lastEffect + 1).filter((symbol, at, all) => all.indexOf(symbol) === at);
  const needed = once.filter((symbol) => effects.has(symbol));
  const looks = once.filter((symbol) => !effects.has(symbol)).slice(-Math.max(2, 4 - needed.length));
  return once.filter((symbol) => needed.includes(symbol) || looks.includes(symbol)).slice(-MAX_STEPS);
}

/**
 * Candidate sequences from successful sessions: closed patterns of at least two sessions, and single runs with a change that
 * no pattern contains.
 */
export function candidateSequences(successful: readonly Session[], roles: SymbolRoles): string[][] {
  const symbols = commonSymbols(successful);
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]));
  const known = new Set(symbols);
  const reduced = thin(successful, MAX_MINED_SESSIONS).map((session) => reduceSession(session, roles, known));
  const mined = mineClosedSequences(
    reduced.map((sequence) => sequence.map((symbol) => numbers.get(symbol) ?? -1)),
    {
      minSupport: Math.max(2, Math.floor(reduced.length * 0.02)),
      maxLength: MAX_STEPS,
      maxPatterns: MAX_CANDIDATES,
      maxWork: MAX_WORK,
    },
  ).map(({ items }) => items.map((item) => symbols[item] ?? ''));
  const shown = new Set(mined.filter((sequence) => sequence.length > 1).flat());
  const single = reduced
    .filter((sequence) => sequence.some((symbol) => roles.effects.has(symbol) && !shown.has(symbol)))
    .map((sequence) => singleRun(sequence, roles.effects))
    .filter((sequence) => sequence.length > 1);
  const unique = new Map([...mined, ...single].map((sequence) => [sequence.join('\n'), sequence]));
  return [...unique.values()].filter((sequence) => sequence.length > 1);
}
