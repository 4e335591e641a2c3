import type { ReactNode } from 'react';
import { shown } from './shown.ts';

interface ToolCallProps {
  readonly tool: string | undefined;
  readonly given: Readonly<Record<string, unknown>> | undefined;
}

/** The call of a tool, such as `refund_order(order_id: <order_id>)`. A command is shown as one would type it. */
export function ToolCall({ tool, given = {} }: ToolCallProps): ReactNode {
  const command = given['command'];
  if (typeof command === 'string') return <code className="call">{command}</code>;
  if (tool === undefined) return null;
  const passed = Object.entries(given).map(([name, value]) => `${name}: ${shown(value)}`);
  return (
    <code className="call">
      {tool}({passed.join(', ')})
    </code>
  );
}
