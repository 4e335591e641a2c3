import type { CountWriters } from '../event-writers.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Session } from '../sessions/session.ts';
import { symbolLabel } from '../sessions/symbol-label.ts';
import { restingOn } from '../source-events.ts';
import { round3 } from '../statistics/proportions.ts';
import { contentKey } from '../text/hash.ts';
import type { TitledDraft } from '../titled-draft.ts';
import type { Pair } from './pair.ts';

function significant3(p: number): number {
  return Number(p.toPrecision(3));
}

/** Turns a significant pair into a causal pattern. */
export function buildPattern(
  { cause, effect, showing, having, cells, lift, adjusted }: Pair,
  writers: CountWriters,
): TitledDraft {
  const causeIn = (session: Session): string[] => session.acts[cause.seen.get(session)?.first ?? -1]?.eventIds ?? [];
  const later = effect.kind === 'outcome' ? effect.words : `${effect.words} later in the session`;
  return {
    type: 'causal_pattern',
    key: `pattern:${contentKey(cause.key, effect.key)}`,
    titles: [`${cause.words}, then ${effect.words}`],
    content: {
      cause: cause.words,
      effect: later,
      support: showing.length,
      tasks: countTasks(showing),
      writers: writers(showing.flatMap(causeIn)),
      confidence: round3(showing.length / having),
      lift: round3(lift),
      pValue: significant3(adjusted),
      counterExamples: having - showing.length,
      cells,
    },
    ...restingOn(
      showing.map((session) => {
        const to =
          session.acts[effect.seen.get(session)?.last ?? -1]?.eventIds ??
          (session.outcomeEvent === null ? [] : [session.outcomeEvent]);
        return [...causeIn(session), ...to];
      }),
      // Requests of the same kind find it.
      showing.map(({ requestEvents }) => requestEvents),
    ),
    sourceSessions: showing.length,
    confidence: round3(showing.length / having),
    tags: [cause.symbol, effect.symbol].filter((symbol) => symbol !== null).map(symbolLabel),
  };
}
