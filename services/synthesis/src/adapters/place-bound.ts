import { all, any, not, type Filter } from '@strata/policy/filter';

/**
 * The narrowest condition on namespace and agent that holds for every item that passes the filter. It is the filter itself if
 * that depends on nothing else.
 */
export function placeBound(filter: Filter, isNegated = false): Filter {
  if (typeof filter === 'boolean') return filter !== isNegated;
  if ('not' in filter) return placeBound(filter.not, !isNegated);
  if ('all' in filter) return (isNegated ? any : all)(filter.all.map((part) => placeBound(part, isNegated)));
  if ('any' in filter) return (isNegated ? all : any)(filter.any.map((part) => placeBound(part, isNegated)));
  if (filter.on === 'id' || filter.on === 'tags') return true;
  return isNegated ? not(filter) : filter;
}
