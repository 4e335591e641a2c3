import type { Lane } from '../pack/lanes.ts';
import type { SessionNotes } from './session-notes.ts';

/** How much of its score a text keeps that was only said in runs that failed. */
const KEPT = 0.4;

interface Ranked {
  readonly candidate: { readonly sessionId: string | null };
  readonly lane: Lane;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * Ranks what was said in failed runs below what was said in others: a failed run shows what was tried, not what works. Only
 * the evidence lane is ordered anew; the entries of other lanes keep their places.
 */
export function demoteFailed<R extends Ranked>(ranked: readonly R[], { sessions }: SessionNotes): R[] {
  const failed = new Set(sessions.filter(({ outcome }) => outcome === 'failure').map(({ sessionId }) => sessionId));
  for (const { sessionId, outcome } of sessions) if (outcome !== 'failure') failed.delete(sessionId);
  if (failed.size === 0) return [...ranked];
  const demoted = ranked.map((one) =>
    one.lane === 'evidence' && one.candidate.sessionId !== null && failed.has(one.candidate.sessionId)
      ? { ...one, score: KEPT * one.score, parts: { ...one.parts, failedFactor: KEPT } }
      : one,
  );
  const evidence = demoted.filter(({ lane }) => lane === 'evidence').sort((a, b) => b.score - a.score);
  return demoted.map((one) => (one.lane === 'evidence' ? (evidence.shift() ?? one) : one));
}
