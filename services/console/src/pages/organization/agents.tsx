import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { DescriptionFields, NO_DESCRIPTION, toDescription, type Description } from './description-fields.tsx';
import type { Organization } from './in-organization.tsx';

type Agent = Item<'listAgents'>;
type Team = Pick<Item<'listTeams'>, 'id' | 'name'>;

const COLUMNS: readonly Column<Agent>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  { id: 'id', title: 'Id', width: 2, cell: ({ id }) => <code>{id}</code> },
  { id: 'framework', title: 'Framework', isSecondary: true, cell: ({ framework }) => framework },
];
const idOf = ({ id }: Agent): string => id;

interface AgentForm extends Description {
  readonly framework: string;
  readonly teamId: string;
}
const INITIAL: AgentForm = { ...NO_DESCRIPTION, framework: '', teamId: '' };

const requestOf = ({ framework, teamId, ...form }: AgentForm) => ({
  ...toDescription(form),
  framework: framework.trim() === '' ? null : framework.trim(),
  teamId: teamId === '' ? null : teamId,
});

export function Agents({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const agents = useCursorList('listAgents', { orgId });
  const teams = useOperation('listTeams', { orgId, limit: 100 });
  const create = useChange('createAgent', { outdates: ['listAgents'] });
  const mayCreate = useMay('createAgent', organization);
  const [openId, setOpenId] = useState<string>();
  const known = teams.data?.items ?? [];
  return (
    <div className="stack">
      <MayDo operation="createAgent" organization={organization}>
        <div className="row">
          <FormDialog
            label="Register an agent"
            kind="primary"
            title="Register an agent"
            action="Register"
            initial={INITIAL}
            onSubmit={(form) => create.mutateAsync({ orgId, ...requestOf(form) })}
          >
            {(form, change) => <AgentFields form={form} onChange={change} teams={known} />}
          </FormDialog>
        </div>
      </MayDo>
      <p className="muted">
        Events may carry any free name of an agent; such a name has nothing to do with the agents here. These are named
        by their ids (<code>agt_…</code>), which takes a key that is bound to the agent, a service key that is bound to
        none, or the right to act as it.
      </p>
      <DataList
        label="Agents"
        list={agents}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No agent identities">
            Only an API key that is bound to an agent identity acts as it.{' '}
            {mayCreate ? 'Register an agent, then create a key for its id.' : 'A developer registers them.'}
          </EmptyState>
        }
      />
      <AgentDetails
        organization={organization}
        agent={agents.rows.find(({ id }) => id === openId)}
        teams={known}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface AgentFieldsProps {
  readonly form: AgentForm;
  readonly onChange: (changed: Partial<AgentForm>) => void;
  readonly teams: readonly Team[];
}

const AgentFields = ({ form, onChange, teams }: AgentFieldsProps): ReactNode => (
  <>
    <DescriptionFields form={form} onChange={onChange} />
    <TextField label="Framework (optional)" value={form.framework} onChange={(framework) => onChange({ framework })} />
    {teams.length > 0 && (
      <SelectField
        label="Team"
        value={form.teamId}
        onChange={(teamId) => onChange({ teamId })}
        choices={[{ value: '', label: 'none' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    )}
  </>
);

interface AgentDetailsProps {
  readonly organization: Organization;
  readonly agent: Agent | undefined;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
}

function AgentDetails({ organization, agent, teams, onClose }: AgentDetailsProps): ReactNode {
  const orgId = organization.id;
  const update = useChange('updateAgent', { outdates: ['listAgents'] });
  const remove = useChange('deleteAgent', { outdates: ['listAgents'] });
  if (agent === undefined) return null;
  const { id, name, description, framework, teamId, createdAt } = agent;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Id', <code key="id">{id}</code>],
          ['Description', description],
          ['Framework', framework],
          ['Team', teamId === null ? null : (teams.find((team) => team.id === teamId)?.name ?? teamId)],
          ['Registered', <Time key="created" at={createdAt} isFull />],
        ]}
      />
      <div className="row">
        <MayDo operation="updateAgent" organization={organization}>
          <FormDialog
            label="Change"
            title="Change the agent"
            action="Save"
            initial={{ name, description: description ?? '', framework: framework ?? '', teamId: teamId ?? '' }}
            onSubmit={(form) => update.mutateAsync({ orgId, agentId: id, ...requestOf(form) })}
          >
            {(form, change) => <AgentFields form={form} onChange={change} teams={teams} />}
          </FormDialog>
        </MayDo>
        <MayDo operation="deleteAgent" organization={organization}>
          <ConfirmButton
            label="Delete"
            question={`Delete the agent “${name}”?`}
            onConfirm={async () => {
              await remove.mutateAsync({ orgId, agentId: id });
              onClose();
            }}
          >
            <p>API keys that are bound to it are refused everything from then on. Its data stays.</p>
          </ConfirmButton>
        </MayDo>
      </div>
    </Dialog>
  );
}
