import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, type Edge } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { GraphNode, type DrawnNode } from './graph-node.tsx';
import { kindName } from './kind-name.ts';
import { layOut, NODE_SIZE, type Place } from './lay-out.ts';
import type { LineageGraph } from './lineage-graph.ts';

export interface GraphViewProps {
  readonly graph: LineageGraph;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The graph as a drawing. Each node is a button, in the order of the keyboard; the drawing follows the focus. */
export function GraphView(props: GraphViewProps): ReactNode {
  const { graph } = props;
  const places = useQuery({
    queryKey: ['layOut', graph.nodes.map(({ id }) => id), graph.edges],
    queryFn: () => layOut(graph),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={places}>
      {(found) => (
        <ReactFlowProvider>
          <Drawing {...props} places={found} />
        </ReactFlowProvider>
      )}
    </Loaded>
  );
}

const NODE_TYPES = { lineage: GraphNode };

/** A larger graph is shown around the chosen node instead of as a whole. */
const LEGIBLE_ZOOM = 0.5;
/** At which a window that is wide enough shows a graph of one step as a whole. */
const COMFORTABLE_ZOOM = 0.6;
/** The room around the graph, as a part of it. */
const PADDING = 0.1;
const LEAST_PX = 480;
const MOST_PX = 1_400;

/** How high the drawing is. */
function heightOf(places: Readonly<Record<string, Place>>, zoom: number): number {
  const lowest = Math.max(0, ...Object.values(places).map(({ y }) => y));
  return Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil((lowest + NODE_SIZE.height) * zoom * (1 + 3 * PADDING))));
}

interface DrawingProps extends GraphViewProps {
  readonly places: Readonly<Record<string, Place>>;
}

function Drawing({ graph, chosen, onChoose, places }: DrawingProps): ReactNode {
  const { fitView, getZoom, setCenter, zoomIn, zoomOut } = useReactFlow();
  const isPhone = useIsPhone();
  const shownHeight = useStore(({ height }) => height);
  const nodes = useMemo(
    () =>
      graph.nodes.flatMap((node): DrawnNode[] => {
        const position = places[node.id];
        // A node that was just read has no place until the next layout.
        if (position === undefined) return [];
        return [
          {
            id: node.id,
            type: 'lineage',
            position,
            ...NODE_SIZE,
            measured: NODE_SIZE,
            ariaRole: 'group',
            ariaLabel: kindName(node.kind),
            data: { node, isChosen: node.id === chosen, onChoose },
          },
        ];
      }),
    [graph, places, chosen, onChoose],
  );
  const edges = useMemo(
    () =>
      graph.edges.map(({ from, to }): Edge => ({
        id: `${from} ${to}`,
        source: from,
        target: to,
        ariaLabel: `${from} became ${to}`,
      })),
    [graph],
  );
  useEffect(() => {
    const show = async (): Promise<void> => {
      await fitView({ maxZoom: 1, padding: PADDING });
      const place = places[chosen];
      if (getZoom() >= LEGIBLE_ZOOM || place === undefined) return;
      await setCenter(place.x + NODE_SIZE.width / 2, place.y + NODE_SIZE.height / 2, { zoom: LEGIBLE_ZOOM });
    };
    void show();
  }, [fitView, getZoom, setCenter, places, chosen, shownHeight]);
  return (
    <>
      <div className="lineage-drawing" style={{ height: heightOf(places, isPhone ? LEGIBLE_ZOOM : COMFORTABLE_ZOOM) }}>
        <ReactFlow
          aria-label="Lineage"
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          minZoom={0.1}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
        />
      </div>
      <div className="row">
        <Button onPress={() => void zoomIn()}>Zoom in</Button>
        <Button onPress={() => void zoomOut()}>Zoom out</Button>
        <Button onPress={() => void fitView({ maxZoom: 1, padding: PADDING })}>Show all</Button>
      </div>
    </>
  );
}
