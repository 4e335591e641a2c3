import { StrataError } from '@strata/client/strata';
import { strata } from '../../api/strata.ts';

const PAGE_SIZE = 100;
const MOST_PAGES = 10;

interface Found {
  readonly items: readonly { readonly id: string; readonly title: string }[];
  /** True if some may be missing. */
  readonly isTruncated: boolean;
}

/** The artifacts that were compiled from a memory: as an organization knows them, else those of the newest that name the memory. */
export async function artifactsOf(
  memoryId: string,
  organizations: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<Found> {
  for (const orgId of await organizations()) {
    try {
      const { nodes, edges, truncated } = await strata.api.getLineageGraph({ orgId, memoryId }, { signal });
      const near = new Set([memoryId, ...edges.filter(({ to }) => to === memoryId).map(({ from }) => from)]);
      const results = new Set(edges.filter(({ from }) => from === memoryId).map(({ to }) => to));
      for (const id of results) near.add(id);
      return {
        items: nodes.filter(({ id }) => results.has(id)).map(({ id, label }) => ({ id, title: label })),
        // The nearest nodes are there first: only a graph without anything farther may lack an artifact.
        isTruncated: truncated && nodes.every(({ id }) => near.has(id)),
      };
    } catch (error) {
      // Another organization governs the memory.
      if (!(error instanceof StrataError) || error.code !== 'not_found') throw error;
    }
  }
  return scanArtifacts(memoryId, signal);
}

/** Reads the newest artifacts. The first page says how many there are, the others are read at once. */
async function scanArtifacts(memoryId: string, signal: AbortSignal): Promise<Found> {
  const read = (page: number): ReturnType<typeof strata.api.listArtifacts> =>
    strata.api.listArtifacts({ includeInactive: 'true', limit: PAGE_SIZE, offset: page * PAGE_SIZE }, { signal });
  const first = await read(0);
  const pages = Math.min(MOST_PAGES, Math.ceil(first.total / PAGE_SIZE));
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 1)));
  return {
    items: [first, ...others]
      .flatMap(({ items }) => items)
      .filter(({ sourceMemories }) => sourceMemories.includes(memoryId)),
    isTruncated: first.total > pages * PAGE_SIZE,
  };
}
