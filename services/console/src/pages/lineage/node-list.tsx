import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/figures.ts';
import { pageOf } from './kind-name.ts';
import type { Kind, LineageGraph, LineageNode } from './lineage-graph.ts';

interface NodeListProps {
  readonly graph: LineageGraph;
  /** The ids of the nodes whose neighbours are in the graph. */
  readonly followed: readonly string[];
  readonly onChoose: (id: string) => void;
}

const SECTIONS: readonly (readonly [Kind, string])[] = [
  ['event', 'Events'],
  ['memory', 'Memories'],
  ['artifact', 'Artifacts'],
];

/** The graph as a list: what each node came from and became, in words. */
export const NodeList = ({ graph, followed, onChoose }: NodeListProps): ReactNode => (
  <div className="grid">
    {SECTIONS.map(([kind, title]) => {
      const nodes = graph.nodes.filter((node) => node.kind === kind);
      return (
        <section key={kind} className="stack" aria-label={title}>
          <h3>{title}</h3>
          {nodes.length === 0 && <p className="muted">None so far</p>}
          <ul className="plain-list">
            {nodes.map((node) => (
              <li key={node.id}>
                <Link to={pageOf(node)}>{node.label}</Link>
                <p className="muted">{relationsOf(node, graph)}</p>
                {node.isReadable && !followed.includes(node.id) && (
                  <Button aria-label={`Follow ${node.label}`} onPress={() => onChoose(node.id)}>
                    Follow
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);

function relationsOf({ id, kind }: LineageNode, { nodes, edges }: LineageGraph): string {
  const labelOf = (wanted: string): string => `“${nodes.find((node) => node.id === wanted)?.label ?? wanted}”`;
  const describe = (ids: readonly string[], noun: string, plural: string): string =>
    ids.length === 1 ? labelOf(ids[0] ?? '') : counted(ids.length, noun, plural);
  const before = edges.filter(({ to }) => to === id).map(({ from }) => from);
  const after = edges.filter(({ from }) => from === id).map(({ to }) => to);
  return [
    before.length > 0 &&
      `Comes from ${kind === 'memory' ? describe(before, 'event', 'events') : describe(before, 'memory', 'memories')}`,
    after.length > 0 &&
      `Became ${kind === 'event' ? describe(after, 'memory', 'memories') : describe(after, 'artifact', 'artifacts')}`,
  ]
    .filter((text) => text !== false)
    .join('. ');
}
