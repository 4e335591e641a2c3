import type { RankDocument, RankedDocument } from './document.ts';
import { FURTHER_PART } from './parameters.ts';
import { withParts } from './score-parts.ts';

/**
 * Lowers the scores of a turn's further parts, more with each that ranks higher, so that other turns get their place before
 * a long message gets its second. `ranked` is best first; the result keeps its order.
 */
export function spreadTurns<D extends RankDocument>(ranked: readonly RankedDocument<D>[]): RankedDocument<D>[] {
  const shown = new Map<string, number>();
  return ranked.map((one) => {
    const { sessionId, position, part, parts } = one.document;
    if (parts < 2 || position === null) return one;
    const turn = `${String(position - part)}\n${sessionId ?? ''}`;
    const better = shown.get(turn) ?? 0;
    shown.set(turn, better + 1);
    if (better === 0) return one;
    const factor = FURTHER_PART.factor ** better;
    const score = one.score * factor;
    return { ...one, score, parts: withParts(one.parts, { furtherPartFactor: factor, total: score }) };
  });
}
