import { all, any, not, type Filter } from './filter.ts';
import type { ReadFilters } from './policy-book.ts';

/**
 * On an artifact's own row, as narrow as its events are closed: its tags hold those of all the events that it rests on,
 * and of some of them there is no memory, so it is judged as a memory without an id, too.
 */
export function artifactFilter({
  artifact,
  artifactSources,
}: Pick<ReadFilters, 'artifact' | 'artifactSources'>): Filter {
  if (artifactSources === null) return artifact;
  const asMemory = withoutId(artifactSources);
  return JSON.stringify(asMemory) === JSON.stringify(artifact) ? artifact : all([artifact, asMemory]);
}

/** What a filter says of something that has no id. */
function withoutId(filter: Filter): Filter {
  if (typeof filter === 'boolean') return filter;
  if ('not' in filter) return not(withoutId(filter.not));
  if ('all' in filter) return all(filter.all.map(withoutId));
  if ('any' in filter) return any(filter.any.map(withoutId));
  return filter.on === 'id' ? false : filter;
}
