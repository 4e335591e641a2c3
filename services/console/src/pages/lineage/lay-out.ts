import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Kind, LineageGraph } from './lineage-graph.ts';

export const NODE_SIZE = { width: 220, height: 76 } as const;

export interface Place {
  readonly x: number;
  readonly y: number;
}

const COLUMNS: Readonly<Record<Kind, string>> = { event: '0', memory: '1', artifact: '2' };

/** Started when the first graph is laid out. Its work does not block the page. */
let elk: InstanceType<typeof ELK> | undefined;

/** Where each node is drawn: events at the left, memories in the middle, artifacts at the right, with few crossings. */
export async function layOut({ nodes, edges }: LineageGraph): Promise<Readonly<Record<string, Place>>> {
  elk ??= new ELK({ workerUrl });
  const { children = [] } = await elk.layout({
    id: 'lineage',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.partitioning.activate': 'true',
      'elk.spacing.nodeNode': '16',
      'elk.layered.spacing.nodeNodeBetweenLayers': '90',
    },
    children: nodes.map(({ id, kind }) => ({
      id,
      ...NODE_SIZE,
      layoutOptions: { 'elk.partitioning.partition': COLUMNS[kind] },
    })),
    edges: edges.map(({ from, to }) => ({ id: `${from} ${to}`, sources: [from], targets: [to] })),
  });
  return Object.fromEntries(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}
