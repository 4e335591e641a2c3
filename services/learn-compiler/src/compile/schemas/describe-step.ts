import { capitalize, compareText } from '../text/words.ts';
import { doWords, symbolLabel } from '../sessions/symbol-label.ts';
import type { AlignedRun } from './aligned-runs.ts';
import type { GoalStep } from './goal-steps.ts';
import type { Substitute } from './interchangeable-reads.ts';

type Counted = readonly [symbol: string, times: number];

const BETWEEN_SHARE = 0.15;
const MAX_BETWEEN = 2;
const MIN_TIMES = 2;
const MAX_SUBSTITUTES = 2;

function ranked(counts: ReadonlyMap<string, number>, least: number, limit: number): Counted[] {
  return [...counts]
    .filter(([, times]) => times >= least)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, limit);
}

function countOnce(counts: Map<string, number>, symbols: Iterable<string>, left: ReadonlySet<string>): void {
  for (const symbol of new Set(symbols)) if (!left.has(symbol)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
}

/** Reads that some runs made between this step and the one before, apart from mere looks at files. */
function looksBefore(runs: readonly AlignedRun[], step: number, left: ReadonlySet<string>): Counted[] {
  const counts = new Map<string, number>();
  for (const { session, at } of runs) {
    const before = Math.max(-1, ...at.slice(0, step));
    const between = session.acts.slice(before + 1, Math.max(0, at[step] ?? 0));
    const went = between.filter(({ outcome, looks }) => outcome !== 'error' && !looks);
    countOnce(
      counts,
      went.map(({ symbol }) => symbol),
      left,
    );
  }
  return ranked(counts, Math.max(MIN_TIMES, BETWEEN_SHARE * runs.length), MAX_BETWEEN);
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
  /** What can give the same as this step. */
  substitutes: readonly Substitute[];
  /** The successful runs of the schema. */
  runs: readonly AlignedRun[];
  /** Symbols that are no reads worth a word here: those of the schema itself, changes, and what is no step. */
  left: ReadonlySet<string>;
}

/**
 * Describes a step: the sources of its arguments, what some runs read before it, and what can replace it. Only names
 * changes of this schema, so that it describes only its own task.
 */
export function describeStep({ steps, step, sources, substitutes, runs, left }: StepParts): string {
  const { symbol = '' } = steps[step] ?? {};
  const taken = sourceWords(sources);
  const sentences = [taken.length > 0 ? `Takes ${taken.join('; ')}` : capitalize(doWords(symbol))];
  for (const [look, times] of looksBefore(runs, step, left))
    sentences.push(`Before it, ${String(times)} of ${String(runs.length)} runs also ${doWords(look)}`);
  for (const { argument, source } of substitutes.slice(0, MAX_SUBSTITUTES))
    sentences.push(`${source === 'user' ? 'The user' : symbolLabel(source)} can give ${argument} instead`);
  return `${sentences.join('. ')}.`;
}
