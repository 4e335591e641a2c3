import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { probabilityGreater, wilsonLower } from '../statistics/proportions.ts';
import { compareText } from '../text/words.ts';
import { namedActs } from './goals.ts';
import type { Interchangeable } from './interchangeable-reads.ts';
import { isSubsequence } from './subsequence.ts';

/** A step of a goal. An optional step is one that many successful runs skip. */
export interface GoalStep {
  symbol: string;
  required: boolean;
  /** Whether the same read occurs in an earlier step: it is done again, for something else. */
  again: boolean;
}

/** What is known about the steps of a goal besides its runs. */
export interface StepRules {
  roles: SymbolRoles;
  /** Reads that others can replace: they are never required. */
  interchangeable: Interchangeable;
  /** Reads that show whether a change can go through: they always are required. */
  readers: ReadonlySet<string>;
}

interface Candidate extends GoalStep {
  /** The share of successful runs that have it. */
  share: number;
  /** Mean position in these runs, from 0 (first) to 1 (last). */
  position: number;
}

const MAX_STEPS = 8;
/** Lower bound of the share of successful runs that have a required step. */
const NEARLY_ALL = 0.7;
const SURE = 0.9;
const MIN_WITHOUT = 3;

/**
 * The steps that describe the successful runs of a goal most briefly. A symbol is a step if naming it once and saying for
 * each run whether it occurs takes fewer bits than spelling it out wherever it occurs (minimum description length with
 * independent steps, as in interleaved sequence mining: Fowkes and Sutton, "A subsequence interleaving model for
 * sequential pattern mining", KDD 2016). Changes of the goal are required; so is a read that nearly all successful runs
 * have, or without which runs fail, as long as {@link StepRules} allow it. The steps are in the order that most runs have.
 * Empty if no run has two steps in this order.
 */
export function goalSteps(
  changes: readonly string[],
  successful: readonly Session[],
  others: readonly Session[],
  rules: StepRules,
): GoalStep[] {
  const acts = successful.map((session) => namedActs(session, rules.roles));
  const runs = acts.map((run) => run.map(({ symbol }) => symbol));
  const commands = new Set(acts.flat().flatMap(({ symbol, command }) => (command === null ? [] : [symbol])));
  const candidates = candidateSteps(changes, runs, commands, rules.roles);
  for (const step of candidates)
    if (!step.again)
      step.required ||=
        rules.readers.has(step.symbol) ||
        (!rules.interchangeable.has(step.symbol) &&
          (wilsonLower(step.share * runs.length, runs.length) >= NEARLY_ALL ||
            isMissedByFailures(step.symbol, successful, others)));
  requireTwo(candidates);
  if (candidates.filter(({ required }) => required).length < 2) return [];
  return leaveOutUntilFound(candidates, runs).map(({ symbol, required, again }) => ({ symbol, required, again }));
}

function candidateSteps(
  changes: readonly string[],
  runs: readonly (readonly string[])[],
  commands: ReadonlySet<string>,
  roles: SymbolRoles,
): Candidate[] {
  const symbols = [...new Set(runs.flat())].sort(compareText);
  const meanLength = runs.reduce((sum, run) => sum + run.length, 0) / runs.length;
  // To spell out an occurrence is to say which symbol it is and where in the run it is.
  const bits = { name: Math.log2(Math.max(2, symbols.length)), position: Math.log2(Math.max(1, meanLength)) };
  const others = symbols.filter((symbol) => !roles.effects.has(symbol));
  const reads = others.filter((symbol) => !commands.has(symbol));
  const steps = [
    // Of a change, and of a command that is run until it works, the last time counts; of a read, the first.
    ...[...changes, ...others.filter((symbol) => commands.has(symbol))].map((symbol) =>
      candidate(symbol, runs, (run) => run.lastIndexOf(symbol)),
    ),
    ...reads.map((symbol) => candidate(symbol, runs, (run) => run.indexOf(symbol))),
    ...reads.map((symbol) => ({
      ...candidate(symbol, runs, (run) => run.indexOf(symbol, run.indexOf(symbol) + 1)),
      again: true,
    })),
  ];
  for (const step of steps)
    if (step.again)
      step.position = Math.max(step.position, steps.find(({ symbol }) => symbol === step.symbol)?.position ?? 0);
  for (const step of steps) step.required = changes.includes(step.symbol);
  const times = new Map<string, number>();
  for (const symbol of runs.flat()) times.set(symbol, (times.get(symbol) ?? 0) + 1);
  const kept = steps.filter((step) => step.required || savesBits(step, runs, { ...bits, times }));
  return kept
    .filter(({ symbol, again }) => !again || kept.some((other) => other.symbol === symbol && !other.again))
    .sort((a, b) => b.share - a.share || Number(a.again) - Number(b.again) || compareText(a.symbol, b.symbol))
    .slice(0, MAX_STEPS)
    .sort((a, b) => a.position - b.position || Number(a.again) - Number(b.again) || compareText(a.symbol, b.symbol));
}

/** @param find the index of the step in a run, below 0 if the run does not have it */
function candidate(
  symbol: string,
  runs: readonly (readonly string[])[],
  find: (run: readonly string[]) => number,
): Candidate {
  const having = runs.filter((run) => run.includes(symbol) && find(run) >= 0);
  const positions = having.map((run) => find(run) / Math.max(1, run.length - 1));
  return {
    symbol,
    required: false,
    again: false,
    share: having.length / runs.length,
    position: positions.reduce((sum, at) => sum + at, 0) / Math.max(1, having.length),
  };
}

/** Whether naming the symbol as a step saves bits over the runs: see {@link goalSteps}. */
function savesBits(
  { symbol, share, again }: Candidate,
  runs: readonly (readonly string[])[],
  { name, position, times }: { name: number; position: number; times: ReadonlyMap<string, number> },
): boolean {
  const entropy = share <= 0 || share >= 1 ? 0 : -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
  const all = times.get(symbol) ?? 0;
  const spelled = again ? all - runs.filter((run) => run.includes(symbol)).length : all;
  return spelled * (name + position) - runs.length * entropy > name;
}

/** Whether runs without the step fail more often, almost surely: then successful runs that skip it were lucky. */
function isMissedByFailures(symbol: string, successful: readonly Session[], others: readonly Session[]): boolean {
  const has = (session: Session): boolean =>
    session.acts.some((act) => act.symbol === symbol && act.outcome !== 'error');
  const failed = others.filter(({ succeeded }) => succeeded === false);
  const [goodWith, badWith] = [successful.filter(has).length, failed.filter(has).length];
  const [goodWithout, badWithout] = [successful.length - goodWith, failed.length - badWith];
  return (
    goodWithout + badWithout >= MIN_WITHOUT &&
    probabilityGreater(goodWith, goodWith + badWith, goodWithout, goodWithout + badWithout) > SURE
  );
}

/** One required step is no procedure: the most frequent optional ones join it, the later ones first. */
function requireTwo(steps: Candidate[]): void {
  const byShare = steps.filter(({ again }) => !again).sort((a, b) => b.share - a.share || b.position - a.position);
  for (const step of byShare) if (steps.filter(({ required }) => required).length < 2) step.required = true;
}

/** Leaves out the rarest optional step until some run has all steps in this order, then the rarest required one. */
function leaveOutUntilFound(steps: readonly Candidate[], runs: readonly (readonly string[])[]): Candidate[] {
  let left = [...steps];
  while (left.length > 1) {
    const symbols = left.map(({ symbol }) => symbol);
    if (runs.some((run) => isSubsequence(symbols, run))) return left;
    const optional = left.filter(({ required }) => !required);
    const rarest = (optional.length > 0 ? optional : left).reduce((a, b) => (b.share < a.share ? b : a));
    left = left.filter((step) => step !== rarest);
  }
  return [];
}
