import { compareText } from '../text/words.ts';
import { identityOf, type Statement } from './read-statements.ts';
import { statesTheSame, type RuleWords } from '../rule-sentences/rule-words.ts';

/** Statements of one rule. */
export interface StatementCluster {
  statements: Statement[];
}

/** All statements with the same content words. */
interface Wording {
  identity: string;
  words: RuleWords;
  statements: Statement[];
  tasks: ReadonlySet<string>;
  refusedBy: ReadonlySet<string>;
}

/** Wordings that are compared: those of the most tasks. */
const MAX_WORDINGS = 4000;
const MIN_TASKS = 3;

function wordingsOf(statements: readonly Statement[]): Wording[] {
  const byIdentity = new Map<string, [Statement, ...Statement[]]>();
  for (const statement of statements) {
    const identity = identityOf(statement.words);
    const group = byIdentity.get(identity);
    if (group === undefined) byIdentity.set(identity, [statement]);
    else group.push(statement);
  }
  return [...byIdentity]
    .map(([identity, group]) => ({
      identity,
      words: group[0].words,
      statements: group,
      tasks: new Set(group.map(({ session }) => session.task)),
      refusedBy: new Set(group.flatMap(({ refusedBy }) => (refusedBy === null ? [] : [refusedBy]))),
    }))
    .sort((a, b) => b.tasks.size - a.tasks.size || compareText(a.identity, b.identity))
    .slice(0, MAX_WORDINGS);
}

/** Refusals of different tools are different rules. */
function canBeOne(a: Wording, b: Wording): boolean {
  const apart =
    a.refusedBy.size > 0 && b.refusedBy.size > 0 && [...a.refusedBy].every((tool) => !b.refusedBy.has(tool));
  return !apart && statesTheSame(a.words, b.words);
}

/** For each wording those that state the same, itself included. */
function neighbours(wordings: readonly Wording[]): number[][] {
  const byStem = new Map<string, number[]>();
  wordings.forEach(({ words }, at) => {
    for (const stem of words.stems) {
      const known = byStem.get(stem);
      if (known === undefined) byStem.set(stem, [at]);
      else known.push(at);
    }
  });
  return wordings.map((wording) => {
    const shared = new Map<number, number>();
    for (const stem of wording.words.stems)
      for (const other of byStem.get(stem) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared].flatMap(([other, count]) => {
      const near = wordings[other];
      return near !== undefined && 2 * count >= wording.words.stems.length && canBeOne(wording, near) ? [other] : [];
    });
  });
}

/**
 * Clusters statements around wordings: repeatedly the wording whose neighbours cover most tasks takes them. So small changes
 * form no chains, and the order of the statements does not matter. Clusters of fewer than three tasks are left out.
 */
export function clusterStatements(statements: readonly Statement[]): StatementCluster[] {
  const wordings = wordingsOf(statements);
  const near = neighbours(wordings);
  const free = new Set(wordings.keys());
  const clusters: StatementCluster[] = [];
  const freeNear = (at: number): number[] => (near[at] ?? []).filter((other) => free.has(other));
  const tasksNear = (at: number): number =>
    new Set(freeNear(at).flatMap((other) => [...(wordings[other]?.tasks ?? [])])).size;
  const reach = wordings.map((_, at) => tasksNear(at));
  for (;;) {
    let best: number | null = null;
    let most = MIN_TASKS - 1;
    for (const at of free) {
      const tasks = reach[at] ?? 0;
      if (tasks > most) [best, most] = [at, tasks];
    }
    if (best === null) return clusters;
    const members = freeNear(best);
    for (const at of members) free.delete(at);
    clusters.push({ statements: members.flatMap((at) => wordings[at]?.statements ?? []) });
    for (const at of new Set(members.flatMap(freeNear))) reach[at] = tasksNear(at);
  }
}
