import { MOST_LINEAGE_NODES, type LineageGraph, type LineageNode } from '@strata/contracts/schemas/lineage';
import { dependsOnItem, type Filter } from '@strata/policy/filter';
import type { RequestContext } from '@strata/kernel/actor';
import { describeAll, mayNameEvents } from '../reading/name-events.ts';
import { recordGiven } from '../reading/record-given.ts';
import { findMemory, type LineageParts, type LineageRequest } from './find-memory.ts';
import { Graph } from './graph.ts';
import type { Link, MemoryNode } from './lineage-reader.ts';
import { newestEvents } from './newest-events.ts';

/** Most links that are followed from the artifacts, and from the memories behind them: they bound the edges, too. */
const MOST_LINKS = 4000;

/**
 * The graph around a memory, as far as the caller may read it: outwards from it, so that what finds no room is what is
 * farthest. Each step reads a bounded number of rows, however many relatives there are.
 * Errors: `not_found`; `unavailable`.
 */
export const createReadLineageGraph =
  (parts: LineageParts) =>
  async (request: LineageRequest, context: RequestContext): Promise<LineageGraph> => {
    const { scope } = context;
    const { lineage } = parts;
    const { memory, visible } = await findMemory(parts, request, context);
    const graph = new Graph(MOST_LINEAGE_NODES);
    const given: MemoryNode[] = [];
    const addMemory = (node: MemoryNode): void => {
      if (graph.add(node)) given.push(node);
    };
    (await lineage.memories(scope, [memory.id], visible.memory)).forEach(addMemory);

    const events = await newestEvents(parts, context, visible.event, memory, MOST_LINEAGE_NODES);
    const artifacts = await lineage.artifactsOf(scope, memory.id, visible, MOST_LINEAGE_NODES);
    const eventNodes = await toNodes(parts, context, visible.event, events.links);
    for (const node of inTurn(eventNodes, artifacts.nodes)) graph.add(node);
    graph.connect('captured_from', events.links);
    graph.connect('compiled_into', artifacts.links);
    if (events.links.length < events.total || artifacts.links.length < artifacts.total) graph.cut();

    const shown = artifacts.nodes.map(({ id }) => id).filter((id) => graph.has(id));
    const behind = await lineage.memoriesBehind(scope, shown, MOST_LINKS);
    const others = new Set(behind.links.map(({ from }) => from).filter((id) => id !== memory.id));
    (await lineage.memories(scope, [...others], visible.memory)).forEach(addMemory);
    graph.connect(
      'compiled_into',
      behind.links.filter(({ from }) => others.has(from)),
    );
    if (behind.isCut) graph.cut();

    const open = given.filter((node) => node.id !== memory.id && mayNameEvents(visible.event, node));
    const before = await lineage.eventsBehind(
      scope,
      open.map(({ id }) => id),
      MOST_LINKS,
    );
    for (const node of await toNodes(parts, context, visible.event, before.links)) graph.add(node);
    graph.connect('captured_from', before.links);
    if (before.isCut) graph.cut();

    await recordGiven(parts, context, 'lineage', given);
    return graph.show();
  };

/** One of each in turn, so that many of one kind leave room for the other. */
function inTurn<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat();
}

/** The events that links come from, each once, of those that the caller may read. */
async function toNodes(
  parts: LineageParts,
  context: RequestContext,
  visible: Filter,
  links: readonly Link[],
): Promise<LineageNode[]> {
  const linkedAt = new Map(links.map(({ from, at }) => [from, at]));
  const known = await describeAll(parts, context, [...linkedAt.keys()]);
  return [...linkedAt].flatMap(([id, at]): LineageNode[] => {
    const event = known.get(id);
    if (event !== undefined) return [{ id, kind: 'event', label: event.type, at: event.occurredAt }];
    // Not kept any more; where policies look at an event itself, nobody can say that it may be read.
    return dependsOnItem(visible) ? [] : [{ id, kind: 'event', label: 'event', at }];
  });
}
