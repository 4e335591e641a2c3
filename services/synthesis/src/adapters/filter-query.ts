import type { Filter } from '@strata/policy/filter';
import {
  agentTerm,
  ANY_AGENT_TERM,
  ANY_NAMESPACE_TERM,
  ARTIFACT_TERM,
  idTerm,
  namespaceTerm,
  tagTerm,
} from '../indexing/lexemes.ts';
import { both, either, type TermQuery } from './term-query.ts';

/**
 * A filter as a query over an entry's terms. Negations stand before single terms alone: so PostgreSQL sees whether every
 * match holds some term, and then walks the text index instead of all of it.
 * @throws Error for a comparison by order, which terms cannot express (`withoutRanges`).
 */
export function filterQuery(filter: Filter, isNegated = false): TermQuery {
  if (typeof filter === 'boolean') return filter !== isNegated;
  if ('not' in filter) return filterQuery(filter.not, !isNegated);
  if ('all' in filter) return (isNegated ? either : both)(filter.all.map((part) => filterQuery(part, isNegated)));
  if ('any' in filter) return (isNegated ? both : either)(filter.any.map((part) => filterQuery(part, isNegated)));
  if (!('among' in filter)) throw new Error('Terms have no order');
  const terms = termsOf(filter.on, filter.among);
  return isNegated ? both(terms.map((term) => ({ without: term }))) : either(terms.map((term) => ({ holds: term })));
}

/** Memories that pass one filter, and artifacts that pass another. */
export function byKind(memory: Filter, artifact: Filter): TermQuery {
  const memories = filterQuery(memory);
  const artifacts = filterQuery(artifact);
  if (JSON.stringify(memories) === JSON.stringify(artifacts)) return memories;
  return either([both([{ without: ARTIFACT_TERM }, memories]), both([{ holds: ARTIFACT_TERM }, artifacts])]);
}

function termsOf(on: 'id' | 'namespaceId' | 'agentId' | 'tags', among: readonly string[] | 'any'): string[] {
  if (among === 'any') return [on === 'namespaceId' ? ANY_NAMESPACE_TERM : ANY_AGENT_TERM];
  const term = { id: idTerm, namespaceId: namespaceTerm, agentId: agentTerm, tags: tagTerm }[on];
  return among.map((value) => term(value));
}
