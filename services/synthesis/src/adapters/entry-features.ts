import type { Candidate } from '../indexing/entry.ts';

/** What one row's `features` holds: the figures of a candidate in a fixed order, terms joined by spaces. */
type Features = [
  id: string,
  kind: 'memory' | 'artifact',
  terms: string,
  nameTerms: string,
  speaker: string | null,
  sessionId: string | null,
  position: number | null,
  occurredAt: number,
  importance: number,
  confidence: number,
  asks: 0 | 1,
  tellsTime: 0 | 1,
  tokens: number,
];

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);
const list = (joined: string): string[] => (joined === '' ? [] : joined.split(' '));

/** A candidate as the JSON text that its row keeps. */
export const encodeFeatures = (candidate: Candidate, nameTerms: readonly string[]): string =>
  JSON.stringify([
    candidate.id,
    candidate.kind,
    candidate.terms.join(' '),
    nameTerms.join(' '),
    candidate.speaker,
    candidate.sessionId,
    candidate.position,
    candidate.occurredAt,
    candidate.importance,
    candidate.confidence,
    bit(candidate.asks),
    bit(candidate.tellsTime),
    candidate.tokens,
  ] satisfies Features);

/** The candidates in rows' features joined by commas; null is none. One parse for thousands. */
export const decodeCandidates = (joined: string | null): Candidate[] =>
  joined === null ? [] : (JSON.parse(`[${joined}]`) as Features[]).map(toCandidate);

/** The terms that one row is counted under. */
export function decodeTerms(features: string): { terms: string[]; nameTerms: string[] } {
  const [, , terms, nameTerms] = JSON.parse(features) as Features;
  return { terms: list(terms), nameTerms: list(nameTerms) };
}

function toCandidate(features: Features): Candidate {
  const [id, kind, terms, , speaker, sessionId, position, occurredAt, importance, confidence, asks, tellsTime, tokens] = features;
  return {
    id,
    kind,
    terms: list(terms),
    speaker,
    sessionId,
    position,
    occurredAt,
    importance,
    confidence,
    asks: asks === 1,
    tellsTime: tellsTime === 1,
    tokens,
  };
}
