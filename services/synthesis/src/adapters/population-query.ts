import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { agentTerm, ARTIFACT_TERM, namespaceTerm, tagTerm, termsOfUser } from '../indexing/lexemes.ts';
import type { Population } from '../synthesis/search-index.ts';
import { allOf, anyOf, type TermQuery } from './term-query.ts';
import type { Bind } from './visible-rows.ts';

const ROW_CONDITIONS: FilterConditions<Population> = {
  agentId: (agentId, bind) => (agentId === null ? 'true' : `e.agent_id = ${bind(agentId)}`),
  kinds: (kinds, bind) => `e.kind = any(${bind(kinds)})`,
  tags: (tags, bind) => `(e.kind = 'artifact' or e.tags @> ${bind(tags)}::text[])`,
  namespaceId: (namespaceId, bind) => `e.namespace_id = ${bind(namespaceId)}`,
  sessionId: (sessionId, bind) => {
    const session = bind(sessionId);
    return `(e.kind = 'artifact' or e.session_id = ${session} or ${session} = any(e.sessions))`;
  },
  since: (since, bind) => `(e.kind = 'artifact' or e.occurred_at >= ${bind(since)}::timestamptz)`,
  until: (until, bind) => `(e.kind = 'artifact' or e.occurred_at < ${bind(until)}::timestamptz)`,
};

/** Whether the row `e` of `entries` is in the population, as SQL; $1 and $2 are tenant and environment. */
export const populationRows = (population: Population, bind: Bind): string =>
  `e.tenant_id = $1 and e.environment = $2 and ${conditionOf(population, ROW_CONDITIONS, bind)}`;

/** Entries of the population with any of the terms, of these end users ('' for entries without one). */
export function populationQuery(
  { agentId, namespaceId, tags }: Population,
  terms: readonly string[],
  users: readonly string[],
): TermQuery {
  const conditions: Required<Record<keyof Population, TermQuery>> = {
    agentId: ofAgent(agentId),
    namespaceId: namespaceId === undefined ? true : { holds: namespaceTerm(namespaceId) },
    // Parameters of `find_candidates`.
    kinds: true,
    sessionId: true,
    since: true,
    until: true,
    tags: anyOf([{ holds: ARTIFACT_TERM }, allOf(tags.map((tag) => ({ holds: tagTerm(tag) })))]),
  };
  return allOf([holdingAny(terms, users), ...Object.values(conditions)]);
}

export const holdingAny = (terms: readonly string[], users: readonly string[]): TermQuery =>
  anyOf(users.flatMap((user) => termsOfUser(user, terms)).map((term) => ({ holds: term })));

/**
 * Whether the row `e` of `entries` is about an end user, or has none (''), as SQL: the rows of each are read along an
 * index.
 */
export const aboutUser = (user: string, bind: Bind): string =>
  user === '' ? 'e.user_id is null' : `e.user_id = ${bind(user)}`;

export const ofAgent = (agentId: string | null): TermQuery => (agentId === null ? true : { holds: agentTerm(agentId) });
