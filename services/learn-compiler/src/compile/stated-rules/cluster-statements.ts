import { addToGroup } from '@strata/kernel/add-to-group';
import { compareText } from '../text/words.ts';
import { identityOf, type Statement } from './read-statements.ts';
import { areSameWords, stanceOf, type RuleWords } from '../rule-sentences/rule-words.ts';

/** Statements of one rule. */
export interface StatementCluster {
  statements: Statement[];
}

/** All statements with the same content words. */
interface Wording {
  identity: string;
  words: RuleWords;
  statements: Statement[];
  /** Numbers of tasks. */
  tasks: readonly number[];
  refusedBy: ReadonlySet<string>;
}

/** Wordings that are compared: those of the most tasks. */
const MAX_WORDINGS = 4000;
const MIN_TASKS = 3;

function wordingsOf(statements: readonly Statement[]): Wording[] {
  const byIdentity = new Map<string, [Statement, ...Statement[]]>();
  for (const statement of statements) addToGroup(byIdentity, identityOf(statement.words), statement);
  const numbers = new Map<string, number>();
  const numberOf = (task: string): number => {
    const number = numbers.get(task) ?? numbers.size;
    numbers.set(task, number);
    return number;
  };
  return [...byIdentity]
    .map(([identity, group]) => ({
      identity,
      words: group[0].words,
      statements: group,
      tasks: [...new Set(group.map(({ session }) => numberOf(session.task)))],
      refusedBy: new Set(group.flatMap(({ refusedBy }) => (refusedBy === null ? [] : [refusedBy]))),
    }))
    .sort((a, b) => b.tasks.length - a.tasks.length || compareText(a.identity, b.identity))
    .slice(0, MAX_WORDINGS);
}

/** Refusals of different tools are different rules. */
const areApart = (a: Wording, b: Wording): boolean =>
  a.refusedBy.size > 0 && b.refusedBy.size > 0 && [...a.refusedBy].every((tool) => !b.refusedBy.has(tool));

/** For each wording those that state the same, itself included. */
function neighbours(wordings: readonly Wording[]): Uint16Array[] {
  const byStem = new Map<string, number[]>();
  const keysOf = ({ words }: Wording): string[] => words.stems.map((stem) => `${stanceOf(words)} ${stem}`);
  wordings.forEach((wording, at) => {
    for (const key of keysOf(wording)) addToGroup(byStem, key, at);
  });
  const shared = new Uint16Array(wordings.length);
  return wordings.map((wording) => {
    shared.fill(0);
    for (const key of keysOf(wording))
      for (const other of byStem.get(key) ?? []) shared[other] = (shared[other] ?? 0) + 1;
    const near = wordings.flatMap((other, at) =>
      areSameWords(wording.words, other.words, shared[at] ?? 0) && !areApart(wording, other) ? [at] : [],
    );
    return Uint16Array.from(near);
  });
}

/** Counts the distinct tasks of some wordings. */
function taskCounter(wordings: readonly Wording[]): (some: Iterable<number>) => number {
  const countedIn = new Map<number, number>();
  let round = 0;
  return (some) => {
    let tasks = 0;
    round++;
    for (const at of some)
      for (const task of wordings[at]?.tasks ?? []) {
        if (countedIn.get(task) === round) continue;
        countedIn.set(task, round);
        tasks++;
      }
    return tasks;
  };
}

/**
 * Clusters statements around wordings: repeatedly the wording whose neighbours cover most tasks takes them. So small changes
 * form no chains, and the order of the statements does not matter. Clusters of fewer than three tasks are left out.
 */
export function clusterStatements(statements: readonly Statement[]): StatementCluster[] {
  const wordings = wordingsOf(statements);
  const near = neighbours(wordings);
  const countTasks = taskCounter(wordings);
  const free = new Set(wordings.keys());
  const clusters: StatementCluster[] = [];
  const freeNear = (at: number): Uint16Array => (near[at] ?? new Uint16Array()).filter((other) => free.has(other));
  // Clusters only take wordings away from others, so an earlier count is never too low: only the highest is counted again.
  const atMost = near.map((others) => countTasks(others));
  for (;;) {
    let best: number | null = null;
    let most = MIN_TASKS - 1;
    for (const at of free) {
      const tasks = atMost[at] ?? 0;
      if (tasks > most) [best, most] = [at, tasks];
    }
    if (best === null) return clusters;
    const members = freeNear(best);
    const tasks = countTasks(members);
    atMost[best] = tasks;
    if (tasks < most) continue;
    for (const at of members) free.delete(at);
    clusters.push({ statements: [...members].flatMap((at) => wordings[at]?.statements ?? []) });
  }
}
