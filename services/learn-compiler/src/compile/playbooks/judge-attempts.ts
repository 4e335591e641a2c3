import { wilsonLower } from '../statistics/proportions.ts';
import { compareText } from '../text/words.ts';
import type { Attempt } from './attempt.ts';
import type { Occurrence } from './error-groups.ts';

const RARELY = 0.25;
const REPEATED = 2;

/** The attempts after an error, told apart. */
export interface JudgedAttempts {
  /** What helped, best first. */
  worked: Attempt[];
  /** What was tried in vain, most often first. */
  vain: Attempt[];
}

function sessionRate({ sessions }: Attempt): number {
  const judged = [...sessions].filter(({ verdict }) => verdict !== null);
  return wilsonLower(judged.filter(({ verdict }) => verdict === true).length, judged.length, 1.96);
}

/** By the lower bound of how often it helped, then by how near it was to the step that worked, then by how the sessions ended. */
function bestFirst(a: Attempt, b: Attempt): number {
  return (
    wilsonLower(b.helped, b.tried, 1.96) - wilsonLower(a.helped, a.tried, 1.96) ||
    b.nearness / b.tried - a.nearness / a.tried ||
    sessionRate(b) - sessionRate(a) ||
    compareText(a.key, b.key)
  );
}

const rarely = ({ helped, tried }: Attempt): boolean => tried >= 2 * REPEATED && helped < RARELY * tried;

/**
 * Whether an act that is no run of the failed step has anything to do with it: it works on the same thing, or it helped repeatedly. One act that
 * merely came next proves nothing.
 */
const tookPlace = ({ way, shares, helped }: Attempt): boolean => way !== 'instead' || shares || helped >= REPEATED;

/** Whether another action helped wherever this one did, and elsewhere too: this one only came along. */
const cameAlong = (attempt: Attempt, others: readonly Attempt[]): boolean =>
  others.some(
    (other) => other.helped > attempt.helped && [...attempt.helpedIn].every((occasion) => other.helpedIn.has(occasion)),
  );

const KEPT_OF_ONCE = 2;

/** Of several acts that helped once, all after the same error, those nearest to the step that worked: the others say little. */
function nearestOfOnce(attempts: readonly Attempt[]): Attempt[] {
  const times = new Map<Occurrence, number>();
  return attempts.filter(({ helpedIn }) => {
    const [occasion] = helpedIn;
    if (helpedIn.size > 1 || occasion === undefined) return true;
    const kept = (times.get(occasion) ?? 0) + 1;
    times.set(occasion, kept);
    return kept <= KEPT_OF_ONCE;
  });
}

/**
 * Tells what helped after an error from what was in vain. In vain is what never helped and was followed by the same error at least twice, or
 * once if nothing else helped, and what helped less than one time in four. Looks are never a fix.
 */
export function judgeAttempts(attempts: readonly Attempt[]): JudgedAttempts {
  const moves = attempts.filter(({ way }) => way !== 'stop');
  const helping = moves.filter(
    (attempt) => attempt.helped > 0 && !attempt.looks && !rarely(attempt) && tookPlace(attempt),
  );
  const worked = nearestOfOnce(helping.filter((attempt) => !cameAlong(attempt, helping)).sort(bestFirst));
  const least = worked.length > 0 ? REPEATED : 1;
  const vain = moves
    .filter((attempt) => (attempt.helped === 0 && attempt.vain >= least) || (attempt.helped > 0 && rarely(attempt)))
    .sort((a, b) => b.vain - a.vain || b.nearness / b.tried - a.nearness / a.tried || compareText(a.key, b.key));
  return { worked, vain };
}
