import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { agentTerm, ARTIFACT_TERM, tagTerm } from '../indexing/lexemes.ts';
import type { Population } from '../synthesis/search-index.ts';
import { allOf, anyOf, type TermQuery } from './term-query.ts';
import type { Bind } from './visible-rows.ts';

const ROW_CONDITIONS: FilterConditions<Population> = {
  agentId: (agentId, bind) => (agentId === null ? 'true' : `e.agent_id = ${bind(agentId)}`),
  kinds: (kinds, bind) => `e.kind = any(${bind(kinds)})`,
  tags: (tags, bind) => `(e.kind = 'artifact' or e.tags @> ${bind(tags)}::text[])`,
};

/** Whether the row `e` of `entries` is in the population, as SQL; $1 and $2 are tenant and environment. */
export const populationRows = (population: Population, bind: Bind): string =>
  `e.tenant_id = $1 and e.environment = $2 and ${conditionOf(population, ROW_CONDITIONS, bind)}`;

/** Entries of the population with any of the terms. */
export function populationQuery({ agentId, tags }: Population, terms: readonly string[]): TermQuery {
  const conditions: Record<keyof Population, TermQuery> = {
    agentId: ofAgent(agentId),
    // A parameter of `find_candidates`.
    kinds: true,
    tags: anyOf([{ holds: ARTIFACT_TERM }, allOf(tags.map((tag) => ({ holds: tagTerm(tag) })))]),
  };
  return allOf([holdingAny(terms), ...Object.values(conditions)]);
}

export const holdingAny = (terms: readonly string[]): TermQuery => anyOf(terms.map((term) => ({ holds: term })));

export const ofAgent = (agentId: string | null): TermQuery => (agentId === null ? true : { holds: agentTerm(agentId) });
