import { capitalize, compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { wentSymbols, type AlignedRun } from './aligned-runs.ts';
import type { ScoredSequence } from './select-sequences.ts';
import { isSubsequence, matchLate } from './subsequence.ts';

type Counted = readonly [symbol: string, times: number];

const BETWEEN_SHARE = 0.15;
const MAX_BETWEEN = 2;
const MIN_TIMES = 2;

function ranked(counts: ReadonlyMap<string, number>, least: number, limit: number): Counted[] {
  return [...counts]
    .filter(([, times]) => times >= least)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, limit);
}

function countOnce(counts: Map<string, number>, symbols: Iterable<string>, left: ReadonlySet<string>): void {
  for (const symbol of new Set(symbols)) if (!left.has(symbol)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
}

/** Reads that some runs made between this step and the one before. */
function looksBefore(runs: readonly AlignedRun[], step: number, left: ReadonlySet<string>): Counted[] {
  const counts = new Map<string, number>();
  for (const { session, at } of runs) {
    const within = wentSymbols(session).slice((at[step - 1] ?? -1) + 1, at[step] ?? 0);
    countOnce(counts, within, left);
  }
  return ranked(counts, Math.max(MIN_TIMES, BETWEEN_SHARE * runs.length), MAX_BETWEEN);
}

/** The read that other successful runs, which do the rest of the sequence, make instead of this step. */
function branch(
  { symbols }: ScoredSequence,
  step: number,
  others: readonly Session[],
  left: ReadonlySet<string>,
): Counted[] {
  const before = symbols.slice(0, step);
  const after = symbols.slice(step + 1);
  const counts = new Map<string, number>();
  for (const session of others) {
    const sequence = wentSymbols(session);
    if (sequence.includes(symbols[step] ?? '') || !isSubsequence([...before, ...after], sequence)) continue;
    const end = after.length === 0 ? sequence.length : (matchLate(after, sequence)?.[0] ?? 0);
    let start = 0;
    for (const symbol of before) start = sequence.indexOf(symbol, start) + 1;
    countOnce(counts, sequence.slice(start, end), left);
  }
  return ranked(counts, MIN_TIMES, 1);
}

function sourceWords(sources: Record<string, string>): string[] {
  const bySource = new Map<string, string[]>();
  for (const [name, source] of Object.entries(sources)) bySource.set(source, [...(bySource.get(source) ?? []), name]);
  return [...bySource]
    .sort((a, b) => compareText(a[0], b[0]))
    .map(([source, names]) => `${names.join(', ')} from ${source === 'user' ? 'the user' : symbolLabel(source)}`);
}

/**
 * Describes a step: the sources of its arguments, what some runs read before it, and what others use instead. Only names
 * changes of this sequence, so that a schema describes only its own task.
 */
export function describeStep(
  scored: ScoredSequence,
  step: number,
  sources: Record<string, string>,
  runs: readonly AlignedRun[],
  others: readonly Session[],
  roles: SymbolRoles,
): string {
  const symbol = scored.symbols[step] ?? '';
  const left = new Set([...scored.symbols, ...roles.noise, ...roles.effects, '\0']);
  const taken = sourceWords(sources);
  const sentences = [taken.length > 0 ? `Takes ${taken.join('; ')}` : capitalize(doWords(symbol))];
  for (const [look, times] of looksBefore(runs, step, left))
    sentences.push(`Before it, ${String(times)} of ${String(runs.length)} runs also ${doWords(look)}`);
  for (const [look, times] of roles.effects.has(symbol) ? [] : branch(scored, step, others, left))
    sentences.push(`Instead, ${String(times)} other successful runs ${doWords(look)}`);
  return `${sentences.join('. ')}.`;
}

/** Whether runs without the step do as well: at least three succeeded, and their success rate is not lower. */
export function isOptional(
  scored: ScoredSequence,
  step: number,
  judged: readonly Session[],
  roles: SymbolRoles,
): boolean {
  const symbol = scored.symbols[step] ?? '';
  if (roles.effects.has(symbol) || scored.symbols.length < 3) return false;
  const rest = scored.symbols.filter((_, at) => at !== step);
  const without = judged.filter((session) => {
    const sequence = session.acts.map((act) => act.symbol);
    return !sequence.includes(symbol) && isSubsequence(rest, sequence);
  });
  const good = without.filter((session) => session.succeeded === true).length;
  const rate = scored.successful.length / (scored.successful.length + scored.failed.length);
  return good >= 3 && good / without.length >= rate;
}
