import type { LineageEdge, LineageGraph, LineageNode } from '@strata/contracts/schemas/lineage';

/** A graph of a bounded number of nodes. An edge is kept only if it has both its nodes. */
export class Graph {
  readonly #maxNodes: number;
  readonly #nodes = new Map<string, LineageNode>();
  readonly #edges: LineageEdge[] = [];
  #isTruncated = false;

  constructor(maxNodes: number) {
    this.#maxNodes = maxNodes;
  }

  /** Adds a node, unless the graph is full. Returns whether the graph has it. */
  add({ id, kind, label, writer, at }: LineageNode): boolean {
    if (this.#nodes.has(id)) return true;
    if (this.#nodes.size >= this.#maxNodes) {
      this.#isTruncated = true;
      return false;
    }
    this.#nodes.set(id, { id, kind, label, writer, at });
    return true;
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** Adds those of the edges that have both their nodes. */
  connect(edges: readonly LineageEdge[]): void {
    this.#edges.push(...edges.filter(({ from, to }) => this.#nodes.has(from) && this.#nodes.has(to)));
  }

  /** Marks the graph as incomplete: something was left out before it could be added. */
  truncate(): void {
    this.#isTruncated = true;
  }

  toJSON(): LineageGraph {
    return { nodes: [...this.#nodes.values()], edges: this.#edges, truncated: this.#isTruncated };
  }
}
