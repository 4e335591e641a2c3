import { contentKey } from '../text/hash.ts';
import { capitalize, compareText } from '../text/words.ts';
import { round3, wilsonLower } from '../statistics/proportions.ts';
import { byWriters, type CountWriters } from '../event-writers.ts';
import { generalizeArguments } from '../schemas/generalize-step.ts';
import type { Act } from '../sessions/session.ts';
import { doWords, symbolLabel, symbolWords } from '../sessions/symbol-label.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { restingOn } from '../source-events.ts';
import type { TitledDraft } from '../titled-draft.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import type { ErrorGroup } from './error-groups.ts';
import { UNNAMED } from '../steps/read-outcome.ts';
import { findAttempts, type Attempt } from './find-recoveries.ts';

const MAX_RECOVERIES = 4;
const AVOID_BELOW = 0.25;
const NEARBY = 20;

function changedNames(attempt: Attempt): string[] {
  return [...attempt.changed]
    .filter(([, n]) => n >= 0.5 * attempt.tried)
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, 4)
    .map(([name]) => name);
}

/** Whether the failed step was repeated soon in most cases. */
function didAgain({ tried, retried }: Attempt): boolean {
  return 2 * retried >= tried;
}

/** The action after an error, as an instruction. */
export function attemptWords(attempt: Attempt, failed: string): string {
  const changed = changedNames(attempt);
  switch (attempt.way) {
    case 'retry':
      return `${capitalize(doWords(failed))} again with ${changed.length > 0 ? `a different ${changed.join(' and ')}` : 'other arguments'}`;
    case 'same':
      return `${capitalize(doWords(failed))} again unchanged`;
    case 'detour': {
      const other = capitalize(doWords(attempt.symbol ?? ''));
      return didAgain(attempt) ? `${other} first, then ${symbolLabel(failed)} again` : `${other} instead`;
    }
    case 'stop':
      return 'Stop there';
  }
}

function nextAct(attempt: Attempt): Act | undefined {
  const example = attempt.examples[0];
  return example?.session.acts
    .slice(example.at + 1, example.at + 1 + NEARBY)
    .find((act) => act.symbol === attempt.symbol);
}

function recoveryOf(
  attempt: Attempt,
  failed: string,
  roles: SymbolRoles,
  writers: CountWriters,
): ArtifactContents['failure_playbook']['recovery'][number] {
  const acts = attempt.examples.flatMap(({ session, at }) =>
    session.acts
      .slice(at + 1, at + 1 + NEARBY)
      .filter((act) => !roles.noise.has(act.symbol))
      .slice(0, 1),
  );
  const tool = nextAct(attempt)?.tool ?? null;
  const words = attemptWords(attempt, failed);
  const { values } = generalizeArguments(acts);
  const kept =
    attempt.way === 'retry'
      ? Object.fromEntries(changedNames(attempt).map((name) => [name, values[name] ?? `<${name}>`]))
      : values;
  return {
    action: attempt.reached > 0 ? words : `${words}; it took the error away, but the sessions failed`,
    ...(tool === null ? {} : { tool }),
    ...(Object.keys(kept).length > 0 ? { arguments: kept } : {}),
    successRate: round3(attempt.reached / attempt.tried),
    support: attempt.tried,
    writers: writers(attempt.takenIn),
  };
}

function bestFirst(a: Attempt, b: Attempt): number {
  return (
    wilsonLower(b.reached, b.tried, 1.96) - wilsonLower(a.reached, a.tried, 1.96) ||
    b.tried - a.tried ||
    compareText(`${a.way}${a.symbol ?? ''}`, `${b.way}${b.symbol ?? ''}`)
  );
}

/**
 * Whether to advise against an action: the error nearly always stayed, or sessions ended worse than with other actions on
 * the same error, beyond chance (Wilson's bounds). Sessions fail for many reasons, so an action that removed the error is
 * blamed only on clear evidence.
 */
function isToAvoid(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  const { tried, repaired, reached } = attempt;
  if (tried < 2 || reached >= AVOID_BELOW * tried) return false;
  const others = attempts.filter((other) => other !== attempt);
  const sum = (figure: 'tried' | 'reached'): number => others.reduce((total, other) => total + other[figure], 0);
  const atBest = 1 - wilsonLower(tried - reached, tried);
  return repaired < AVOID_BELOW * tried || atBest < wilsonLower(sum('reached'), sum('tried'));
}

/** The actions that helped; if none did, those after which the failed step worked although the sessions failed. */
function recoveries(moves: readonly Attempt[]): Attempt[] {
  const helped = moves.filter(({ reached }) => reached > 0);
  return helped.length > 0 ? helped : moves.filter((attempt) => attempt.repaired > 0 && didAgain(attempt));
}

/** Turns the errors of one kind into a playbook: what was tried next, how often it helped, and what to avoid. */
export function buildPlaybook(group: ErrorGroup, roles: SymbolRoles, writers: CountWriters): TitledDraft {
  const { symbol, signature, occurrences } = group;
  const attempts = findAttempts(occurrences, roles).sort(bestFirst);
  const moves = attempts.filter((attempt) => attempt.way !== 'stop');
  const avoided = moves.filter((attempt) => isToAvoid(attempt, attempts));
  const worked = recoveries(moves.filter((attempt) => !avoided.includes(attempt)));
  const avoid = avoided.map(
    (attempt) =>
      `${attemptWords(attempt, symbol)}: did not help ${String(attempt.tried - attempt.reached)} of ${String(attempt.tried)} times${byWriters(writers(attempt.takenIn))}`,
  );
  const said = signature.replace(/^error:\s*/i, '');
  const sessions = new Set(occurrences.map(({ session }) => session));
  const name = symbolLabel(symbol);
  return {
    type: 'failure_playbook',
    key: `playbook:${contentKey(symbol, signature)}`,
    titles:
      said === UNNAMED ? [`${name} fails`] : [`${symbolWords(symbol)} fails: ${said}`, `${name} fails: ${signature}`],
    content: {
      symptom: said === UNNAMED ? `${name} fails` : `${name} fails with "${signature}"`,
      errorSignature: signature,
      occurrences: occurrences.length,
      writers: writers(occurrences.flatMap(({ act }) => act.eventIds)),
      recovery: worked.slice(0, MAX_RECOVERIES).map((attempt) => recoveryOf(attempt, symbol, roles, writers)),
      avoid,
    },
    ...restingOn(
      occurrences.map(({ session, at, act }) => [
        ...act.eventIds,
        ...(session.acts.slice(at + 1, at + 1 + NEARBY).find((next) => !roles.noise.has(next.symbol))?.eventIds ?? []),
      ]),
      attempts.flatMap(({ overcomeBy }) => overcomeBy),
    ),
    sourceSessions: sessions.size,
    confidence: round3(occurrences.length / (occurrences.length + 2)),
    tags: [name],
  };
}
