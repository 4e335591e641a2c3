import { StrataError, type Input } from '@strata/client/strata';
import { strata } from '../../api/strata.ts';
import { eventText } from '../../ui/event-text.ts';
import { artifactsOf } from './artifacts-of.ts';
import { kindOf, type LineageGraph, type LineageNode } from './lineage-graph.ts';

/** How many nodes of a kind one step adds, so that the graph stays readable. */
const MOST_NEIGHBOURS = 20;
const MOST_PAGES = 5;
const PAGE_SIZE = 100;
const LABEL_LENGTH = 100;

/** Reads one node and what is one step away from it. `organizations` may answer for the lineage of a memory. */
export async function readNeighbours(
  id: string,
  organizations: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<LineageGraph> {
  const kind = kindOf(id);
  if (kind === 'event') return eventNeighbours(id, signal);
  if (kind === 'artifact') return artifactNeighbours(id, signal);
  return memoryNeighbours(id, organizations, signal);
}

const node = (id: string, kind: LineageNode['kind'], text: string): LineageNode => ({
  id,
  kind,
  label: text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text,
  isReadable: true,
});

async function eventNeighbours(id: string, signal: AbortSignal): Promise<LineageGraph> {
  const event = await strata.api.getEvent({ id }, { signal });
  // No operation names the memories of an event. Most belong to its session, but what several sessions had alike is one memory of one of
  // them: of the agent's memories, the newest are searched, and those that say what solved an error further back.
  const ofAgent = event.agentId === null ? {} : { agentId: event.agentId };
  const lists = await Promise.all([
    memoriesOf(id, { sessionId: event.sessionId }, signal),
    memoriesOf(id, ofAgent, signal),
    memoriesOf(id, { type: 'error_resolution', ...ofAgent }, signal),
  ]);
  const found = new Map(lists.flatMap(({ memories }) => memories).map((memory) => [memory.id, memory]));
  const memories = [...found.values()].slice(0, MOST_NEIGHBOURS);
  return {
    nodes: [node(id, 'event', eventText(event)), ...memories],
    edges: memories.map((memory) => ({ from: id, to: memory.id })),
    isTruncated: lists.some(({ hasMore }) => hasMore) || found.size > memories.length,
  };
}

/** The memories of an event among the newest that match a filter. */
async function memoriesOf(
  eventId: string,
  filter: Pick<Input<'listMemories'>, 'sessionId' | 'type' | 'agentId'>,
  signal: AbortSignal,
): Promise<{ readonly memories: readonly LineageNode[]; readonly hasMore: boolean }> {
  const memories: LineageNode[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await strata.api.listMemories(
      { ...filter, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
      { signal },
    );
    memories.push(
      ...page.items
        .filter(({ sourceEvents }) => sourceEvents.includes(eventId))
        .map((memory) => node(memory.id, 'memory', memory.content)),
    );
    ({ cursor } = page.pagination);
    pages += 1;
  } while (cursor !== null && pages < MOST_PAGES);
  return { memories, hasMore: cursor !== null };
}

async function memoryNeighbours(
  id: string,
  organizations: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<LineageGraph> {
  const withEvents = async (): Promise<LineageGraph> => {
    const { content, sourceEvents } = await strata.api.getMemory({ id }, { signal });
    const events = await Promise.all(
      sourceEvents
        .slice(0, MOST_NEIGHBOURS)
        .map((eventId) =>
          describe(eventId, 'event', async () => eventText(await strata.api.getEvent({ id: eventId }, { signal }))),
        ),
    );
    return {
      nodes: [node(id, 'memory', content), ...events],
      edges: events.map((event) => ({ from: event.id, to: id })),
      isTruncated: sourceEvents.length > events.length,
    };
  };
  const [before, { items, isTruncated }] = await Promise.all([withEvents(), artifactsOf(id, organizations, signal)]);
  const artifacts = items.slice(0, MOST_NEIGHBOURS).map((artifact) => node(artifact.id, 'artifact', artifact.title));
  return {
    nodes: [...before.nodes, ...artifacts],
    edges: [...before.edges, ...artifacts.map((artifact) => ({ from: id, to: artifact.id }))],
    isTruncated: before.isTruncated || isTruncated || items.length > artifacts.length,
  };
}

async function artifactNeighbours(id: string, signal: AbortSignal): Promise<LineageGraph> {
  const { title, sourceMemories } = await strata.api.getArtifact({ id }, { signal });
  const memories = await Promise.all(
    sourceMemories
      .slice(0, MOST_NEIGHBOURS)
      .map((memoryId) =>
        describe(memoryId, 'memory', async () => (await strata.api.getMemory({ id: memoryId }, { signal })).content),
      ),
  );
  return {
    nodes: [node(id, 'artifact', title), ...memories],
    edges: memories.map((memory) => ({ from: memory.id, to: id })),
    isTruncated: sourceMemories.length > memories.length,
  };
}

/** A node with the text that `read` returns, or one that says that it cannot be read. */
async function describe(id: string, kind: LineageNode['kind'], read: () => Promise<string>): Promise<LineageNode> {
  try {
    return node(id, kind, await read());
  } catch (error) {
    if (error instanceof StrataError && ['not_found', 'forbidden'].includes(error.code))
      return { ...node(id, kind, 'deleted, or hidden from you'), isReadable: false };
    throw error;
  }
}
