import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import { adjustForMany } from '../statistics/fisher.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import type { CountWriters } from '../event-writers.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { findDecisionPoints } from './decision-points.ts';
import { judgeChoices, MIN_CHOICES, type Finding, type Option } from './judge-choices.ts';

/** Situations in the order in which an agent can recognize them best: an error, a fact, a request word, the start, a step. */
const KINDS = ['error', 'fact', 'request', 'start', 'after'];
/** Accepted share of false findings among the strong ones (Benjamini–Hochberg over all situations). */
const FALSE_SHARE = 0.1;
const LIKELY = 0.85;
const FEW = 3;
/** With more sessions than this, only strong policies are kept. */
const MANY_SESSIONS = 200;
const MAX_POLICIES = 24;
const SAME_SESSIONS = 0.6;
/** A word in more requests than this share does not define a situation. */
const COMMON_SHARE = 0.6;
const MAX_ALTERNATIVES = 4;

function kindOf({ point }: Finding): number {
  return KINDS.indexOf(point.key.split('\n')[0] ?? '');
}

/** The lower bound of the choice's success rate and the upper bound of the rest's: Wilson's intervals, 90 % each. */
const atLeast = ({ best }: Finding): number => wilsonLower(best.good, best.choices.length);
const restAtBest = ({ rest }: Finding): number => 1 - wilsonLower(rest.all - rest.good, rest.all);

function percent(good: number, all: number): string {
  return `${String(good)} of ${String(all)} (${String(Math.round((100 * good) / all))} %)`;
}

function build(finding: Finding, writers: CountWriters): TitledDraft {
  const writersOf = ({ choices }: Option): number => writers(choices.flatMap(({ takenIn }) => takenIn));
  const { point, best, others, rest, confidence } = finding;
  const bound = Math.round(100 * atLeast(finding));
  const rate = best.good / best.choices.length;
  const weak =
    confidence > 1 - FALSE_SHARE ? '' : ' Weak evidence: among so many situations compared, chance may do as much.';
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
        .slice(0, MAX_ALTERNATIVES)
        .map((option) => ({
          decision: capitalize(option.decision),
          successRate: round3(option.good / option.choices.length),
          support: option.choices.length,
          writers: writersOf(option),
        })),
      rationale: `Sessions that chose so succeeded ${percent(best.good, best.choices.length)}, at least ${String(bound)} % with 90 % certainty; those that chose otherwise ${percent(rest.good, rest.all)}.${weak}`,
      confidence: round3(confidence),
      support: best.choices.length,
      writers: writersOf(best),
    },
    ...restingOn(point.choices.map(({ eventIds }) => eventIds)),
    sourceSessions: point.choices.length,
    confidence: round3(confidence),
    tags: [...new Set([best.choices[0]?.tool ?? null])].filter((tool) => tool !== null),
  };
}

/** If mostly the same sessions made a choice in several situations, only the first situation is kept. */
function distinct(findings: readonly Finding[]): Finding[] {
  const kept: { decision: string; sessions: Set<Session> }[] = [];
  return findings.filter(({ best }) => {
    const sessions = new Set(best.choices.map(({ session }) => session));
    const known = kept.some(({ decision, sessions: other }) => {
      const shared = [...sessions].filter((session) => other.has(session)).length;
      return decision === best.decision && shared >= SAME_SESSIONS * Math.min(sessions.size, other.size);
    });
    if (!known) kept.push({ decision: best.decision, sessions });
    return !known;
  });
}

/**
 * If too few situations are strong: up to three likely ones in which the choice's lower bound beats the rest's upper bound; if
 * there are none, the most likely one whose lower bound beats the rest's rate.
 */
function likeliest(weighed: readonly Finding[]): Finding[] {
  const clear = distinct(weighed.filter((finding) => atLeast(finding) > restAtBest(finding))).slice(0, FEW);
  const better = weighed.filter((finding) => atLeast(finding) > finding.rest.good / finding.rest.all);
  return clear.length > 0 ? clear : better.slice(0, 1);
}

/**
 * Situations in which sessions chose differently and one choice was better: those that remain significant given the number
 * of situations. If few sessions give fewer than three of them, {@link likeliest} adds weak ones; their confidence and
 * rationale say how weak they are.
 */
export function findPolicies(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft[] {
  const judged = sessions.filter((session) => session.succeeded !== null);
  const points = findDecisionPoints(judged, groups, roles).filter(
    (point) =>
      point.choices.length >= 2 * MIN_CHOICES &&
      (!point.key.startsWith('request') || point.choices.length <= COMMON_SHARE * judged.length),
  );
  const findings = points
    .map(judgeChoices)
    .filter((finding) => finding !== null)
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        b.best.choices.length - a.best.choices.length ||
        compareText(a.point.key, b.point.key),
    );
  const silent = new Array<number>(points.length - findings.length).fill(1);
  const adjusted = adjustForMany([...findings.map(({ confidence }) => 1 - confidence), ...silent]);
  const weighed = findings.map((finding, at) => ({ ...finding, confidence: 1 - (adjusted[at] ?? 1) }));
  const sure = weighed.filter(({ confidence }) => confidence > 1 - FALSE_SHARE);
  const chosen = distinct([...sure].sort((a, b) => kindOf(a) - kindOf(b)));
  const likely = weighed.filter((_, at) => (findings[at]?.confidence ?? 0) >= LIKELY);
  return (chosen.length >= FEW || judged.length > MANY_SESSIONS ? chosen : likeliest(likely))
    .slice(0, MAX_POLICIES)
    .map((finding) => build(finding, writers));
}
