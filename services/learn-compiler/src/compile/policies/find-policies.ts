import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import { adjustForMany } from '../statistics/fisher.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { findDecisionPoints } from './decision-points.ts';
import { judgeChoices, MIN_CHOICES, type Finding } from './judge-choices.ts';

/** Situations that an agent can tell best come first: an error, a fact shown, a wish, the start, a step done. */
const KINDS = ['error', 'fact', 'request', 'start', 'after'];
/** Share of false findings that is borne among the sure ones (Benjamini–Hochberg over all situations judged). */
const FALSE_SHARE = 0.1;
const LIKELY = 0.85;
const FEW = 3;
/** With more sessions than this, what does not survive is not there. */
const MANY_SESSIONS = 200;
const MAX_POLICIES = 24;
const SAME_SESSIONS = 0.6;
/** A word that most requests hold tells no situation. */
const COMMON_SHARE = 0.6;
const MAX_ALTERNATIVES = 4;

function kindOf({ point }: Finding): number {
  return KINDS.indexOf(point.key.split('\n')[0] ?? '');
}

/** The least that the choice does, and the rest at best: bounds of Wilson's intervals, 90 % each. */
const atLeast = ({ best }: Finding): number => wilsonLower(best.good, best.choices.length);
const restAtBest = ({ rest }: Finding): number => 1 - wilsonLower(rest.all - rest.good, rest.all);

function percent(good: number, all: number): string {
  return `${String(good)} of ${String(all)} (${String(Math.round((100 * good) / all))} %)`;
}

function build(finding: Finding): TitledDraft {
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
        })),
      rationale: `Sessions that chose so succeeded ${percent(best.good, best.choices.length)}, at least ${String(bound)} % with 90 % certainty; those that chose otherwise ${percent(rest.good, rest.all)}.${weak}`,
      confidence: round3(confidence),
      support: best.choices.length,
    },
    ...restingOn(point.choices.map(({ eventIds }) => eventIds)),
    sourceSessions: point.choices.length,
    confidence: round3(confidence),
    tags: [...new Set([best.choices[0]?.tool ?? null])].filter((tool) => tool !== null),
  };
}

/** Where mostly the same sessions made a choice, the first situation stands for all of them. */
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
 * Where too few situations survive: up to three likely ones in which the choice at the least does better than the rest at
 * best; where there are none, the likeliest whose choice at the least does better than the rest did.
 */
function likeliest(weighed: readonly Finding[]): Finding[] {
  const clear = distinct(weighed.filter((finding) => atLeast(finding) > restAtBest(finding))).slice(0, FEW);
  const better = weighed.filter((finding) => atLeast(finding) > finding.rest.good / finding.rest.all);
  return clear.length > 0 ? clear : better.slice(0, 1);
}

/**
 * Situations in which sessions chose differently and one choice did better: those that survive the number of situations
 * compared. Where few sessions give fewer than three of those, see {@link likeliest}; their confidence and rationale say
 * how weak they are.
 */
export function findPolicies(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
): TitledDraft[] {
  const told = sessions.filter((session) => session.succeeded !== null);
  const points = findDecisionPoints(told, groups, roles).filter(
    (point) =>
      point.choices.length >= 2 * MIN_CHOICES &&
      (!point.key.startsWith('request') || point.choices.length <= COMMON_SHARE * told.length),
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
  return (chosen.length >= FEW || told.length > MANY_SESSIONS ? chosen : likeliest(likely))
    .slice(0, MAX_POLICIES)
    .map(build);
}
