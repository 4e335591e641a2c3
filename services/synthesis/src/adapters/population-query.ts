import { agentTerm, ARTIFACT_TERM, tagTerm } from '../indexing/lexemes.ts';
import type { Population } from '../synthesis/search-index.ts';
import { allOf, anyOf, type TermQuery } from './term-query.ts';

/** Any of the terms, within the population. */
export const populationQuery = ({ agentId, tags }: Population, terms: readonly string[]): TermQuery =>
  allOf([
    holdingAny(terms),
    ofAgent(agentId),
    anyOf([{ holds: ARTIFACT_TERM }, allOf(tags.map((tag) => ({ holds: tagTerm(tag) })))]),
  ]);

export const holdingAny = (terms: readonly string[]): TermQuery => anyOf(terms.map((term) => ({ holds: term })));

export const ofAgent = (agentId: string | null): TermQuery => (agentId === null ? true : { holds: agentTerm(agentId) });
