import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { taskGoals } from '../comparing/task-goals.ts';
import { byWriters, type CountWriters } from '../event-writers.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Session } from '../sessions/session.ts';
import { restingOn } from '../source-events.ts';
import { adjustForMany } from '../statistics/fisher.ts';
import { round3 } from '../statistics/proportions.ts';
import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { findDecisionPoints } from './decision-points.ts';
import { judgeChoices, MIN_CHOICES, type Finding, type Option } from './judge-choices.ts';

/** Accepted share of false findings (Benjamini–Hochberg over all situations with different choices). */
const FALSE_SHARE = 0.1;
const MAX_POLICIES = 24;
const MAX_ALTERNATIVES = 4;

function build({ point, best, others, comparison }: Finding, confidence: number, writers: CountWriters): TitledDraft {
  const writersOf = ({ choices }: Option): number => writers(choices.flatMap(({ takenIn }) => takenIn));
  const { good, all, otherGood, otherAll } = comparison;
  const rate = best.good / best.choices.length;
  return {
    type: 'decision_policy',
    key: `policy:${contentKey(point.key, best.decision)}`,
    titles: [
      `When ${point.situation}: ${best.decision}`,
      `When ${point.situation}: ${best.decision} (${point.key.split('\n')[0] ?? ''})`,
    ],
    content: {
      situation: point.situation,
      decision: capitalize(best.decision),
      alternatives: others
        .filter((option) => option.good / option.choices.length < rate)
        .sort((a, b) => b.choices.length - a.choices.length || compareText(a.decision, b.decision))
        .slice(0, MAX_ALTERNATIVES)
        .map((option) => ({
          decision: capitalize(option.decision),
          successRate: round3(option.good / option.choices.length),
          support: option.choices.length,
          writers: writersOf(option),
        })),
      rationale: `In the same tasks or for the same goal, ${String(good)} of the ${String(all)} sessions that chose so succeeded, and ${String(otherGood)} of the ${String(otherAll)} that chose otherwise${byWriters(writersOf(best))}.`,
      confidence: round3(confidence),
      support: best.choices.length,
      tasks: countTasks(best.choices.map(({ session }) => session)),
      writers: writersOf(best),
      exceptions: [],
    },
    ...restingOn(
      point.choices.map(({ eventIds }) => eventIds),
      // Requests of the same kind find it.
      best.choices.map(({ session }) => session.requestEvents),
    ),
    sourceSessions: point.choices.length,
    confidence: round3(confidence),
    tags: [...new Set([best.choices[0]?.tool ?? null])].filter((tool) => tool !== null),
  };
}

/**
 * Situations in which sessions of the same task or goal chose differently and one choice ended better, beyond chance given
 * the number of situations. Only sessions with a verdict count.
 */
export function findPolicies(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft[] {
  const judged = sessions.filter(({ verdict }) => verdict !== null);
  const goalOf = taskGoals(judged, roles);
  const findings = findDecisionPoints(judged, groups, roles)
    .filter(({ choices }) => choices.length >= 2 * MIN_CHOICES)
    .map((point) => ({ point, finding: judgeChoices(point, goalOf) }));
  const adjusted = adjustForMany(findings.map(({ finding }) => finding?.comparison.pValue ?? 1));
  return findings
    .flatMap(({ finding }, at) => (finding === null ? [] : [{ finding, confidence: 1 - (adjusted[at] ?? 1) }]))
    .filter(({ confidence }) => confidence > 1 - FALSE_SHARE)
    .sort((a, b) => b.confidence - a.confidence || compareText(a.finding.point.key, b.finding.point.key))
    .slice(0, MAX_POLICIES)
    .map(({ finding, confidence }) => build(finding, confidence, writers));
}
