import { Handle, Position, useReactFlow, type Node, type NodeProps } from '@xyflow/react';
import type { FocusEvent, ReactNode } from 'react';
import { kindName } from './kind-name.ts';
import { NODE_SIZE } from './lay-out.ts';
import type { LineageNode } from './lineage-graph.ts';

/** A node of the drawing. */
export type DrawnNode = Node<
  { readonly node: LineageNode; readonly isChosen: boolean; readonly onChoose: (id: string) => void },
  'lineage'
>;

/** A button that follows the lineage from its node. */
export function GraphNode({ data, positionAbsoluteX, positionAbsoluteY }: NodeProps<DrawnNode>): ReactNode {
  const { setCenter, getZoom } = useReactFlow();
  const { node, isChosen, onChoose } = data;
  const bringIntoSight = ({ currentTarget }: FocusEvent<HTMLButtonElement>): void => {
    // A click of the mouse also moves the focus, and must not move the node away from it.
    if (!currentTarget.matches(':focus-visible')) return;
    void setCenter(positionAbsoluteX + NODE_SIZE.width / 2, positionAbsoluteY + NODE_SIZE.height / 2, {
      zoom: getZoom(),
    });
  };
  return (
    <>
      {node.kind !== 'event' && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <button
        type="button"
        className={`lineage-node lineage-${node.kind} nopan`}
        aria-current={isChosen}
        onFocus={bringIntoSight}
        onClick={() => onChoose(node.id)}
      >
        <span className="lineage-kind">{kindName(node.kind)}</span>
        <span className="lineage-label">{node.label}</span>
      </button>
      {node.kind !== 'artifact' && <Handle type="source" position={Position.Right} isConnectable={false} />}
    </>
  );
}
