import type { LineageEdge, LineageGraph, LineageNode } from '@strata/contracts/schemas/lineage';
import type { Link } from './lineage-reader.ts';
import { toEdge } from './to-edge.ts';

/** A graph that grows up to a number of nodes, and has no edge without both its nodes. */
export class Graph {
  readonly #most: number;
  readonly #nodes = new Map<string, LineageNode>();
  readonly #edges: LineageEdge[] = [];
  #isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether it is there; what finds no room is left out. */
  add({ id, kind, label, at }: LineageNode): boolean {
    if (this.#nodes.has(id)) return true;
    if (this.#nodes.size >= this.#most) {
      this.#isCut = true;
      return false;
    }
    this.#nodes.set(id, { id, kind, label, at });
    return true;
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  /** Those of the links of which both ends are there. */
  connect(type: LineageEdge['type'], links: readonly Link[]): void {
    for (const link of links)
      if (this.#nodes.has(link.from) && this.#nodes.has(link.to)) this.#edges.push(toEdge(type, link));
  }

  /** Something of it was never looked at. */
  cut(): void {
    this.#isCut = true;
  }

  show(): LineageGraph {
    return { nodes: [...this.#nodes.values()], edges: this.#edges, truncated: this.#isCut };
  }
}
