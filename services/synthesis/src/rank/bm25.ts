import { BM25 } from './parameters.ts';

/**
 * Inverse document frequency, smoothed so that it never falls below zero (as in Lucene), and raised to a power above one:
 * rare words decide more than by the plain logarithm.
 */
export function inverseDocumentFrequency(documents: number, documentFrequency: number): number {
  const rest = Math.max(0, documents - documentFrequency);
  return Math.log(1 + (rest + 0.5) / (documentFrequency + 0.5)) ** BM25.idfExponent;
}

/** The length part of BM25's denominator for one document. */
export function lengthNorm(length: number, averageLength: number): number {
  return BM25.k1 * (1 - BM25.b + (BM25.b * length) / Math.max(1, averageLength));
}

/** The factor on a term's weight for a document that contains the term `frequency` times. It grows more and more slowly. */
export function saturation(frequency: number, norm: number): number {
  return (frequency * (BM25.k1 + 1)) / (frequency + norm);
}
