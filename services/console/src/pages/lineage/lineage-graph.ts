export type Kind = 'event' | 'memory' | 'artifact';

export interface LineageNode {
  readonly id: string;
  readonly kind: Kind;
  /** What it says, in a few words. */
  readonly label: string;
  /** False: it was deleted, or the reader may not read it. */
  readonly isReadable: boolean;
}

/** One step: an event became a memory, or a memory became part of an artifact. */
export interface LineageEdge {
  readonly from: string;
  readonly to: string;
}

export interface LineageGraph {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  /** True if something was left out because there is too much. */
  readonly isTruncated: boolean;
}

const PREFIXES: Readonly<Record<string, Kind>> = { evt: 'event', mem: 'memory', art: 'artifact' };

/** The kind of what an id names; undefined if it is no id of an event, a memory or an artifact. */
export const kindOf = (id: string): Kind | undefined => PREFIXES[id.split('_', 1)[0] ?? ''];

/** One graph of several. What two of them share is in it once. */
export function mergeGraphs(graphs: readonly LineageGraph[]): LineageGraph {
  const nodes = new Map<string, LineageNode>();
  const edges = new Map<string, LineageEdge>();
  for (const graph of graphs) {
    for (const node of graph.nodes) nodes.set(node.id, node);
    for (const edge of graph.edges) edges.set(`${edge.from} ${edge.to}`, edge);
  }
  return {
    nodes: [...nodes.values()],
    edges: [...edges.values()],
    isTruncated: graphs.some(({ isTruncated }) => isTruncated),
  };
}
