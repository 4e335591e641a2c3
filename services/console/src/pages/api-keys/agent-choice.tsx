import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { KnownOrOther } from '../../ui/known-or-other.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface AgentChoiceProps {
  /** Empty for none. */
  readonly agentId: string;
  readonly onChange: (agentId: string) => void;
}

const MOST = 100;

/** The agent that a key is bound to: one that the newest organization of the user has registered, or any by its id. */
export function AgentChoice({ agentId, onChange }: AgentChoiceProps): ReactNode {
  const orgId = useSession().organizations?.items[0]?.id;
  const { data } = useOperation('listAgents', { orgId: orgId ?? '', limit: MOST }, { isNeeded: orgId !== undefined });
  const registered = new Map(data?.items.map(({ id, name }) => [id, name]));
  const field = (label: string): ReactNode => (
    <TextField
      label={label}
      hint="All that the key captures belongs to this agent: the id of a registered one (agt_…), or a free name."
      value={agentId}
      onChange={onChange}
    />
  );
  if (registered.size === 0) return field('Agent (optional)');
  return (
    <KnownOrOther
      label="Agent"
      known={registered}
      value={agentId}
      onChange={onChange}
      none="None: events name their agents"
      other="Another, by its id or name"
    >
      {field('Id or name of the agent')}
    </KnownOrOther>
  );
}
