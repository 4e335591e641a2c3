import { HELPED } from '../rank/parameters.ts';
import { withParts } from '../rank/score-parts.ts';
import type { RankedCandidate } from './ranked-candidate.ts';

/**
 * What an arm found for a lane, best first, with scores moved by feedback. Memories, procedures and other artifacts keep
 * their turn: feedback decides only among entries of a kind.
 */
export function weighByFeedback(found: readonly RankedCandidate[]): RankedCandidate[] {
  const weighed = found.map((ranked) => {
    const helpedFactor = HELPED.factor ** (ranked.candidate.balance ?? 0);
    const score = ranked.score * helpedFactor;
    return { ...ranked, score, parts: withParts(ranked.parts, { helpedFactor, total: score }) };
  });
  const kinds = [...new Set(found.map(kindOf))];
  return kinds.flatMap((kind) => weighed.filter((one) => kindOf(one) === kind).sort((a, b) => b.score - a.score));
}

const kindOf = ({ candidate }: RankedCandidate): string =>
  candidate.subtype === 'task_schema' ? 'procedure' : candidate.kind;
