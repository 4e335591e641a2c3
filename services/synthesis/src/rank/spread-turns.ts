import type { RankDocument, RankedDocument } from './document.ts';
import { FURTHER_PART } from './parameters.ts';
import { withParts } from './score-parts.ts';

const SEVERAL = 2;

/**
 * Lowers the scores of a turn's further parts, more with each that ranks higher, so that other turns get their place before
 * a long message gets its second. `ranked` is best first, by `bestFirst`, and so is the result.
 */
export function spreadTurns<D extends RankDocument>(
  ranked: readonly RankedDocument<D>[],
  bestFirst: (a: RankedDocument, b: RankedDocument) => number,
): readonly RankedDocument<D>[] {
  if (ranked.every(({ document }) => document.parts < SEVERAL)) return ranked;
  const shown = new Map<string, number>();
  return ranked
    .map((one) => {
      const { sessionId, position, part, parts } = one.document;
      if (parts < SEVERAL || position === null) return one;
      const turn = `${String(position - part)}\n${sessionId ?? ''}`;
      const better = shown.get(turn) ?? 0;
      shown.set(turn, better + 1);
      if (better === 0) return one;
      const factor = FURTHER_PART.factor ** better;
      const score = one.score * factor;
      return { ...one, score, parts: withParts(one.parts, { furtherPartFactor: factor, total: score }) };
    })
    .sort(bestFirst);
}
