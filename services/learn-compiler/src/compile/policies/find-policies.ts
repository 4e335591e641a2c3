import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import { probabilityGreater, round3, wilsonLower } from '../statistics/proportions.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { boundedSources } from '../source-events.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { findDecisionPoints, type Choice, type DecisionPoint } from './decision-points.ts';

interface Option {
  decision: string;
  choices: Choice[];
  good: number;
}

interface Finding {
  point: DecisionPoint;
  best: Option;
  others: Option[];
  confidence: number;
}

const MIN_CHOICES = 3;
const MIN_DIFFERENCE = 0.15;
const SURE = 0.95;
const LIKELY = 0.85;
const FEW = 3;
const MAX_POLICIES = 24;
const MAX_ALTERNATIVES = 4;

function optionsOf(point: DecisionPoint): Option[] {
  const byDecision = new Map<string, Choice[]>();
  for (const choice of point.choices) byDecision.set(choice.decision, [...(byDecision.get(choice.decision) ?? []), choice]);
  return [...byDecision]
    .map(([decision, choices]) => ({ decision, choices, good: choices.filter(({ session }) => session.succeeded === true).length }))
    .sort((a, b) => wilsonLower(b.good, b.choices.length) - wilsonLower(a.good, a.choices.length) || compareText(a.decision, b.decision));
}

/** The best choice against all others together; null where too few chose differently or the difference is small. */
function judge(point: DecisionPoint): Finding | null {
  if (point.choices.length < 2 * MIN_CHOICES) return null;
  const [best, ...others] = optionsOf(point);
  if (best === undefined || best.choices.length < MIN_CHOICES || best.decision === 'do nothing more') return null;
  const rest = others.reduce((sum, option) => ({ good: sum.good + option.good, all: sum.all + option.choices.length }), { good: 0, all: 0 });
  if (rest.all < MIN_CHOICES || best.good / best.choices.length - rest.good / rest.all < MIN_DIFFERENCE) return null;
  return { point, best, others, confidence: probabilityGreater(best.good, best.choices.length, rest.good, rest.all) };
}

function percent(good: number, all: number): string {
  return `${String(good)} of ${String(all)} (${String(Math.round((100 * good) / all))} %)`;
}

function build({ point, best, others, confidence }: Finding): TitledDraft {
  const rest = others.reduce((sum, option) => ({ good: sum.good + option.good, all: sum.all + option.choices.length }), { good: 0, all: 0 });
  const bound = Math.round(100 * wilsonLower(best.good, best.choices.length));
  return {
    type: 'decision_policy',
    key: `policy:${contentKey(point.key, best.decision)}`,
    titles: [`When ${point.situation}: ${best.decision}`, `When ${point.situation}: ${best.decision} (${point.key.split('\n')[0] ?? ''})`],
    content: {
      situation: capitalize(point.situation),
      decision: capitalize(best.decision),
      alternatives: others.slice(0, MAX_ALTERNATIVES).map((option) => ({
        decision: capitalize(option.decision),
        successRate: round3(option.good / option.choices.length),
        support: option.choices.length,
      })),
      rationale: `Sessions that chose so succeeded ${percent(best.good, best.choices.length)}, at least ${String(bound)} % with 90 % certainty; those that chose otherwise ${percent(rest.good, rest.all)}.`,
      confidence: round3(confidence),
      support: best.choices.length,
    },
    sourceEvents: boundedSources(point.choices.map(({ eventIds }) => eventIds)),
    sourceSessions: point.choices.length,
    confidence: round3(confidence),
    tags: [...new Set([best.choices[0]?.tool ?? null])].filter((tool) => tool !== null),
  };
}

/** The same sessions choosing the same way make one policy, whatever the situation is called. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ point, best }) => {
    const key = `${best.decision}\n${point.choices.map(({ session }) => session.id).sort(compareText).join('\n')}`;
    return seen.size === seen.add(key).size ? false : true;
  });
}

/**
 * Situations in which sessions chose differently and one choice did better: those whose choice is better with a
 * probability of 95 %; where there are fewer than three, the likeliest above 85 %, with their confidence stated.
 */
export function findPolicies(sessions: readonly Session[], groups: readonly ErrorGroup[], roles: SymbolRoles): TitledDraft[] {
  const told = sessions.filter((session) => session.succeeded !== null);
  const findings = findDecisionPoints(told, groups, roles)
    .map(judge)
    .filter((finding) => finding !== null)
    .sort((a, b) => b.confidence - a.confidence || b.best.choices.length - a.best.choices.length || compareText(a.point.key, b.point.key));
  const sure = findings.filter(({ confidence }) => confidence >= SURE);
  const chosen = sure.length >= FEW ? sure : findings.filter(({ confidence }) => confidence >= LIKELY).slice(0, FEW);
  return distinct(chosen).slice(0, MAX_POLICIES).map(build);
}
