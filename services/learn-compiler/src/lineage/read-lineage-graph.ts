import {
  MOST_LINEAGE_NODES,
  type LineageEdge,
  type LineageGraph,
  type LineageNode,
} from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';
import { dependsOnItem, type Filter } from '@strata/policy/filter';
import { describeReadable, mayReadEvents } from '../reading/readable-events.ts';
import { recordReturnedMemories } from '../reading/record-returned-memories.ts';
import { findMemory, type LineageParts, type LineageRequest } from './find-memory.ts';
import { Graph } from './graph.ts';
import type { MemoryNode } from './lineage-reader.ts';
import { newestEvents } from './newest-events.ts';

/** The most edges read from the artifacts, and from the memories behind them. Bounds the edges of the graph. */
const MAX_EDGES = 4000;

/**
 * The lineage graph around a memory that the caller may read, built outwards, so that the farthest nodes are left out when
 * it is full. Each step reads a bounded number of rows. Errors: `not_found`; `unavailable`.
 */
export function readLineageGraphHandler(parts: LineageParts) {
  return async function readLineageGraph(request: LineageRequest, context: RequestContext): Promise<LineageGraph> {
    const { scope } = context;
    const { lineage } = parts;
    const { memory, visible } = await findMemory(parts, request, context);
    const graph = new Graph(MOST_LINEAGE_NODES);
    const returned: MemoryNode[] = [];
    const addMemory = (node: MemoryNode): void => {
      if (graph.add(node)) returned.push(node);
    };
    (await lineage.memories(scope, [memory.id], visible.memory)).forEach(addMemory);

    const events = await newestEvents(parts, context, visible.event, memory, MOST_LINEAGE_NODES);
    const artifacts = await lineage.artifactsOf(scope, memory.id, visible, MOST_LINEAGE_NODES);
    const eventNodes = await toNodes(parts, context, visible.event, events.edges);
    for (const node of interleave(eventNodes, artifacts.nodes)) graph.add(node);
    graph.connect(events.edges);
    graph.connect(artifacts.edges);
    if (events.edges.length < events.total || artifacts.edges.length < artifacts.total) graph.truncate();

    const included = artifacts.nodes.map(({ id }) => id).filter((id) => graph.has(id));
    const behindArtifacts = await lineage.memoriesBehind(scope, included, MAX_EDGES);
    const others = new Set(behindArtifacts.edges.map(({ from }) => from).filter((id) => id !== memory.id));
    (await lineage.memories(scope, [...others], visible.memory)).forEach(addMemory);
    graph.connect(behindArtifacts.edges.filter(({ from }) => others.has(from)));
    if (behindArtifacts.isTruncated) graph.truncate();

    const withEvents = returned.filter((node) => node.id !== memory.id && mayReadEvents(visible.event, node));
    const ids = withEvents.map(({ id }) => id);
    const behindMemories = await lineage.eventsBehind(scope, ids, MAX_EDGES);
    for (const node of await toNodes(parts, context, visible.event, behindMemories.edges)) graph.add(node);
    graph.connect(behindMemories.edges);
    if (behindMemories.isTruncated) graph.truncate();

    await recordReturnedMemories(parts, context, 'lineage', returned);
    return graph.toJSON();
  };
}

/** Takes items of both lists in turn, so that many of one kind leave room for the other. */
function interleave<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

/** The events at the start of edges that the caller may read, each once. */
async function toNodes(
  parts: LineageParts,
  context: RequestContext,
  visible: Filter,
  edges: readonly LineageEdge[],
): Promise<LineageNode[]> {
  const edgeTimes = new Map(edges.map(({ from, timestamp }) => [from, timestamp]));
  const readable = await describeReadable(parts, context, [...edgeTimes.keys()]);
  return [...edgeTimes].flatMap(([id, at]): LineageNode[] => {
    const event = readable.get(id);
    if (event !== undefined)
      return [{ id, kind: 'event', label: event.type, writer: event.writer ?? null, at: event.occurredAt }];
    // It is deleted; or it is hidden, which is possible only if the filter looks at ids or tags.
    return dependsOnItem(visible) ? [] : [{ id, kind: 'event', label: 'event', writer: null, at }];
  });
}
