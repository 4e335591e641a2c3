import { capitalize, compareText } from '../text/words.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { wentSymbols, type AlignedRun } from './aligned-runs.ts';
import type { GoalStep } from './goal-steps.ts';

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
    const before = Math.max(-1, ...at.slice(0, step));
    countOnce(counts, wentSymbols(session).slice(before + 1, Math.max(0, at[step] ?? 0)), left);
  }
  return ranked(counts, Math.max(MIN_TIMES, BETWEEN_SHARE * runs.length), MAX_BETWEEN);
}

/** The read that runs make instead of this optional step. */
function branch(runs: readonly AlignedRun[], step: number, left: ReadonlySet<string>): Counted[] {
  const counts = new Map<string, number>();
  for (const { session, at } of runs) {
    if ((at[step] ?? -1) >= 0) continue;
    const before = Math.max(-1, ...at.slice(0, step));
    const after = at.slice(step + 1).find((index) => index >= 0) ?? session.acts.length;
    countOnce(counts, wentSymbols(session).slice(before + 1, after), left);
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

/** A step of a schema with what is known about it. */
export interface StepParts {
  steps: readonly GoalStep[];
  step: number;
  /** Argument name → its source. */
  sources: Record<string, string>;
  /** The successful runs of the schema. */
  runs: readonly AlignedRun[];
  roles: SymbolRoles;
}

/**
 * Describes a step: the sources of its arguments, what some runs read before it, and what others use instead. Only names
 * changes of this schema, so that it describes only its own task.
 */
export function describeStep({ steps, step, sources, runs, roles }: StepParts): string {
  const { symbol = '', required = true } = steps[step] ?? {};
  const left = new Set([
    ...steps.map((other) => other.symbol),
    ...roles.noise,
    ...roles.endings,
    ...roles.effects,
    '\0',
  ]);
  const taken = sourceWords(sources);
  const skipped = runs.filter(({ at }) => (at[step] ?? -1) < 0).length;
  const sentences = [taken.length > 0 ? `Takes ${taken.join('; ')}` : capitalize(doWords(symbol))];
  if (!required)
    sentences.push(
      skipped > 0
        ? `${String(runs.length - skipped)} of ${String(runs.length)} runs did it`
        : `All ${String(runs.length)} runs did it, which is too few to require it`,
    );
  for (const [look, times] of looksBefore(runs, step, left))
    sentences.push(`Before it, ${String(times)} of ${String(runs.length)} runs also ${doWords(look)}`);
  for (const [look, times] of required ? [] : branch(runs, step, left))
    sentences.push(`Instead, ${String(times)} of ${String(skipped)} other runs ${doWords(look)}`);
  return `${sentences.join('. ')}.`;
}
