import type { Input } from '@strata/client/operation-types';

/** A question and its filters. Filters that are not set are left out. */
export interface Question extends Pick<
  Input<'synthesize'>,
  'agentId' | 'userId' | 'namespaceId' | 'sessionId' | 'tags'
> {
  readonly query: string;
  readonly maxTokens: number;
}

export const FILTERS = ['agentId', 'userId', 'namespaceId', 'sessionId'] as const;
const DEFAULT_TOKENS = 1_000;
const MAX_TOKENS = 200_000;

/** The question in the address of the page. */
export function readQuestion(params: URLSearchParams): Question {
  const filters = FILTERS.flatMap((name) => {
    const value = params.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const tags = tagsIn(params.get('tags') ?? '');
  return {
    query: params.get('query')?.trim() ?? '',
    maxTokens: tokensIn(params.get('maxTokens') ?? ''),
    ...(Object.fromEntries(filters) as Partial<Record<(typeof FILTERS)[number], string>>),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/** The address of a question. */
export function queryOf({ query, maxTokens, tags = [], ...filters }: Question): URLSearchParams {
  const params = new URLSearchParams({ query, maxTokens: String(maxTokens) });
  for (const name of FILTERS) if (filters[name] !== undefined) params.set(name, filters[name]);
  if (tags.length > 0) params.set('tags', tags.join(', '));
  return params;
}

/** A token budget in the bounds of the interface. */
export function tokensIn(text: string): number {
  const value = Math.trunc(Number(text));
  return Number.isFinite(value) && value >= 1 ? Math.min(value, MAX_TOKENS) : DEFAULT_TOKENS;
}

export const tagsIn = (text: string): string[] => text.split(',').flatMap((tag) => tag.trim() || []);
