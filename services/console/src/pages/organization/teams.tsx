import type { Item } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { useMay } from '../../session/use-session.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { count } from '../../ui/figures.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { Organization } from './in-organization.tsx';
import { DescriptionFields, NO_DESCRIPTION, toDescription } from './description-fields.tsx';

type Team = Item<'listTeams'>;

const COLUMNS: readonly Column<Team>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  { id: 'description', title: 'Description', width: 2, isSecondary: true, cell: ({ description }) => description },
  { id: 'members', title: 'Members', cell: ({ memberCount }) => count(memberCount) },
];
const idOf = ({ id }: Team): string => id;

export function Teams({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const teams = useCursorList('listTeams', { orgId });
  const create = useChange('createTeam', { outdates: ['listTeams'] });
  const mayCreate = useMay('createTeam', organization);
  const [openId, setOpenId] = useState<string>();
  return (
    <div className="stack">
      <MayDo operation="createTeam" organization={organization}>
        <div className="row">
          <FormDialog
            label="Create a team"
            kind="primary"
            title="Create a team"
            action="Create"
            initial={NO_DESCRIPTION}
            onSubmit={(form) => create.mutateAsync({ orgId, ...toDescription(form) })}
          >
            {(form, change) => <DescriptionFields form={form} onChange={change} />}
          </FormDialog>
        </div>
      </MayDo>
      <DataList
        label="Teams"
        list={teams}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <EmptyState title="No teams">
            Teams decide who may read confidential namespaces.{' '}
            {mayCreate ? 'Create one, and put members into it.' : 'A manager of the organization creates them.'}
          </EmptyState>
        }
      />
      <TeamDetails
        organization={organization}
        team={teams.rows.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

interface TeamDetailsProps {
  readonly organization: Organization;
  readonly team: Team | undefined;
  readonly onClose: () => void;
}

function TeamDetails({ organization, team, onClose }: TeamDetailsProps): ReactNode {
  const orgId = organization.id;
  const detail = useOperation('getTeam', { orgId, teamId: team?.id ?? '' }, { isNeeded: team !== undefined });
  const outdates = ['listTeams', 'getTeam', 'listNamespaces', 'listMembers'] as const;
  const update = useChange('updateTeam', { outdates });
  const remove = useChange('deleteTeam', { outdates });
  if (team === undefined) return null;
  const { id, name, description, createdAt } = team;
  return (
    <Dialog title={name} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['Description', description],
          ['Created', <Time key="created" at={createdAt} isFull />],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
      <Loaded query={detail}>
        {({ members }) =>
          members.length === 0 ? (
            <p className="muted">Nobody is in it. Open a member to put them into a team.</p>
          ) : (
            <ul className="plain-list" aria-label="Members of the team">
              {members.map((member) => (
                <li key={member.id} className="row">
                  <span>{member.name ?? member.email ?? member.userId}</span>
                  <span className="muted">{member.role}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="row">
        <MayDo operation="updateTeam" organization={organization}>
          <FormDialog
            label="Change"
            title="Change the team"
            action="Save"
            initial={{ name, description: description ?? '' }}
            onSubmit={(form) => update.mutateAsync({ orgId, teamId: id, ...toDescription(form) })}
          >
            {(form, change) => <DescriptionFields form={form} onChange={change} />}
          </FormDialog>
        </MayDo>
        <MayDo operation="deleteTeam" organization={organization}>
          <ConfirmButton
            label="Delete"
            question={`Delete the team “${name}”?`}
            onConfirm={async () => {
              await remove.mutateAsync({ orgId, teamId: id });
              onClose();
            }}
          >
            <p>
              Its members stay in the organization. Namespaces lose the team: a confidential one without teams is open
              only to owners and admins.
            </p>
          </ConfirmButton>
        </MayDo>
      </div>
    </Dialog>
  );
}
