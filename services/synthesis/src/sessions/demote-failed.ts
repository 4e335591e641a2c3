import type { Lane } from '@strata/contracts/schemas/synthesis';
import { withParts, type ScoreParts } from '../rank/score-parts.ts';
import type { SessionNotes } from './session-notes.ts';

/** How much of its score a text keeps that was only said in runs that failed. */
const KEPT = 0.4;

interface Ranked {
  readonly candidate: { readonly id: string; readonly sessionId: string | null };
  readonly lane: Lane;
  readonly score: number;
  readonly parts: ScoreParts;
}

/**
 * Ranks what was only said in failed runs below the rest: a failed run shows what was tried, not what works. Only the evidence
 * lane is ordered anew; the entries of other lanes keep their places.
 *
 * @param onlyFailed which of these entries were only said in failed runs; asked about those of sessions one of which failed
 */
export async function demoteFailed<R extends Ranked>(
  ranked: readonly R[],
  { sessions }: SessionNotes,
  onlyFailed: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<R[]> {
  // Sessions of several agents may have the same id.
  const failed = new Set(sessions.filter(({ outcome }) => outcome === 'failure').map(({ sessionId }) => sessionId));
  const asked = ranked.filter(
    ({ lane, candidate: { sessionId } }) => lane === 'evidence' && sessionId !== null && failed.has(sessionId),
  );
  if (asked.length === 0) return [...ranked];
  const warnings = new Set(await onlyFailed(asked.map(({ candidate }) => candidate.id)));
  const demoted = ranked.map((one) =>
    one.lane === 'evidence' && warnings.has(one.candidate.id)
      ? {
          ...one,
          score: KEPT * one.score,
          parts: withParts(one.parts, { failedFactor: KEPT, total: KEPT * one.score }),
        }
      : one,
  );
  const evidence = demoted.filter(({ lane }) => lane === 'evidence').sort((a, b) => b.score - a.score);
  return demoted.map((one) => (one.lane === 'evidence' ? (evidence.shift() ?? one) : one));
}
