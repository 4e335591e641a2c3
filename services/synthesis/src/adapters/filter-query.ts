import type { Filter } from '@strata/policy/filter';
import {
  agentTerm,
  ANY_AGENT_TERM,
  ANY_NAMESPACE_TERM,
  ANY_USER_TERM,
  ARTIFACT_TERM,
  idTerm,
  namespaceTerm,
  tagTerm,
  userTerm,
} from '../indexing/lexemes.ts';
import { allOf, anyOf, type TermQuery } from './term-query.ts';

/**
 * A filter as a query over an entry's terms. Only single terms are negated: so PostgreSQL can tell whether every match
 * holds some term, and then reads that term's postings instead of the whole index. Throws for a range of tags, which terms
 * cannot express (`enumerateTagRanges`).
 */
export function filterQuery(filter: Filter, isNegated = false): TermQuery {
  if (typeof filter === 'boolean') return filter !== isNegated;
  if ('not' in filter) return filterQuery(filter.not, !isNegated);
  if ('all' in filter) return (isNegated ? anyOf : allOf)(filter.all.map((part) => filterQuery(part, isNegated)));
  if ('any' in filter) return (isNegated ? allOf : anyOf)(filter.any.map((part) => filterQuery(part, isNegated)));
  if (!('among' in filter)) throw new Error('A range of tags cannot be searched by terms');
  const terms = termsOf(filter);
  return isNegated ? allOf(terms.map((term) => ({ without: term }))) : anyOf(terms.map((term) => ({ holds: term })));
}

/** Memories that pass one filter, and artifacts that pass another. */
export function byKind(memory: Filter, artifact: Filter): TermQuery {
  const memories = filterQuery(memory);
  const artifacts = filterQuery(artifact);
  if (JSON.stringify(memories) === JSON.stringify(artifacts)) return memories;
  return anyOf([allOf([{ without: ARTIFACT_TERM }, memories]), allOf([{ holds: ARTIFACT_TERM }, artifacts])]);
}

/** A condition on a field that lists values. */
type Listing =
  | { readonly on: Named; readonly among: 'any' }
  | { readonly on: keyof typeof TERMS; readonly among: readonly string[] };

type Named = 'namespaceId' | 'agentId' | 'userId';

const ANY_TERMS = { namespaceId: ANY_NAMESPACE_TERM, agentId: ANY_AGENT_TERM, userId: ANY_USER_TERM };
const TERMS = { id: idTerm, namespaceId: namespaceTerm, agentId: agentTerm, userId: userTerm, tags: tagTerm };

function termsOf({ on, among }: Listing): string[] {
  return among === 'any' ? [ANY_TERMS[on]] : among.map((value) => TERMS[on](value));
}
