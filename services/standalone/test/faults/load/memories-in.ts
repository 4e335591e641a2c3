import type { ApiResponse } from '../../fixtures/api-client.ts';

interface Returned {
  readonly data: { readonly items?: { id: string }[]; readonly sections?: { type: string; source: string }[] };
  readonly meta: { readonly requestId: string };
}

/** The memories that a response of a list or of synthesize returned. */
export function memoriesIn({ body }: ApiResponse): {
  readonly requestId: string;
  readonly memoryIds: readonly string[];
} {
  const { data, meta } = body as Returned;
  const ids = [
    ...(data.items ?? []).map(({ id }) => id),
    ...(data.sections ?? []).filter(({ type }) => type === 'memory').map(({ source }) => source),
  ];
  return { requestId: meta.requestId, memoryIds: ids.filter((id) => id.startsWith('mem_')) };
}
