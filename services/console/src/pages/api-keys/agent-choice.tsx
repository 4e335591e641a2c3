import { useState, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface AgentChoiceProps {
  /** Empty for none. */
  readonly agentId: string;
  readonly onChange: (agentId: string) => void;
}

const OTHER = 'other';
const MOST = 100;

/** The agent that a key is bound to: one that the newest organization of the user has registered, or any by its id. */
export function AgentChoice({ agentId, onChange }: AgentChoiceProps): ReactNode {
  const orgId = useSession().organizations?.items[0]?.id;
  const { data } = useOperation('listAgents', { orgId: orgId ?? '', limit: MOST }, { isNeeded: orgId !== undefined });
  const [isOther, setOther] = useState(false);
  const registered = data?.items ?? [];
  return (
    <>
      {registered.length > 0 && (
        <SelectField
          label="Agent"
          value={isOther ? OTHER : agentId}
          onChange={(chosen) => {
            setOther(chosen === OTHER);
            onChange(chosen === OTHER ? '' : chosen);
          }}
          choices={[
            { value: '', label: 'None: events name their agents' },
            ...registered.map(({ id, name }) => ({ value: id, label: name })),
            { value: OTHER, label: 'Another, by its id or name' },
          ]}
        />
      )}
      {(isOther || registered.length === 0) && (
        <TextField
          label={isOther ? 'Id or name of the agent' : 'Agent (optional)'}
          hint="All that the key captures belongs to this agent: the id of a registered one (agt_…), or a free name."
          value={agentId}
          onChange={onChange}
        />
      )}
    </>
  );
}
