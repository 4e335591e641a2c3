import type { RankDocument } from './document.ts';
import { VECTOR } from './parameters.ts';
import type { Scoring } from './scoring.ts';

/**
 * How near documents come to the meaning of a query: from 0 for the last of the nearest entries to 1 for the same meaning.
 * With fewer entries than could be found, the last of them may be near too, so 0 is at a right angle.
 */
export function nearnessOf(documents: readonly RankDocument[]): Float64Array {
  const found: number[] = [];
  for (const { similarity } of documents) if (similarity !== undefined) found.push(similarity);
  const edge = found.length < VECTOR.nearest ? 0 : Math.min(...found);
  const span = 1 - edge;
  const nearness = new Float64Array(documents.length);
  if (found.length === 0 || span <= 0) return nearness;
  for (let d = 0; d < nearness.length; d++) nearness[d] = Math.max(0, (documents[d]?.similarity ?? edge) - edge) / span;
  return nearness;
}

/** What documents gain by their nearness, on the scale of the content arms before. */
export function similarityScores({ documents, content }: Scoring): Float64Array {
  const unit = content.reduce((best, score) => Math.max(best, score), 0) || 1;
  return nearnessOf(documents).map((nearness) => unit * nearness);
}
