import type { Data, Item } from '@strata/client/strata';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { useCursorList } from '../../api/use-cursor-list.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CONSOLE_BASE } from '../../session/addresses.ts';
import { MayDo } from '../../session/may-do.tsx';
import { DataList, type Column } from '../../ui/data-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import type { Organization } from './in-organization.tsx';
import { MemberDetails } from './member-details.tsx';
import { grantable } from './roles.ts';
import { TeamChoice } from './team-choice.tsx';

type Member = Item<'listMembers'>;

const COLUMNS: readonly Column<Member>[] = [
  { id: 'name', title: 'Name', cell: ({ name, email, userId }) => name ?? email ?? userId },
  { id: 'email', title: 'E-mail address', isSecondary: true, width: 1.5, cell: ({ email }) => email },
  { id: 'role', title: 'Role', cell: ({ role }) => role },
  {
    id: 'status',
    title: 'Joined',
    isTime: true,
    cell: ({ status, joinedAt }) =>
      status === 'invited' || joinedAt === null ? <Badge tone="warning">invited</Badge> : <Time at={joinedAt} />,
  },
];
const idOf = ({ id }: Member): string => id;

export function Members({ organization }: { readonly organization: Organization }): ReactNode {
  const members = useCursorList('listMembers', { orgId: organization.id });
  const [openId, setOpenId] = useState<string>();
  const [invitation, setInvitation] = useState<Data<'inviteMember'>>();
  const forget = useCallback(() => setInvitation(undefined), []);
  return (
    <div className="stack">
      <MayDo operation="inviteMember" organization={organization}>
        <div className="row">
          <InviteMember organization={organization} onInvited={setInvitation} />
        </div>
      </MayDo>
      {invitation !== undefined && (
        <ShownOnce title={`The invitation for ${invitation.email}`} secret={linkOf(invitation)} onDone={forget}>
          <p>
            Send this link to {invitation.email}: Strata sends no e-mail, and shows it only now. It works until{' '}
            <Time at={invitation.expiresAt} isFull />.
          </p>
        </ShownOnce>
      )}
      <DataList
        label="Members"
        list={members}
        columns={COLUMNS}
        idOf={idOf}
        onOpen={({ id }) => setOpenId(id)}
        empty={<EmptyState title="No members">Invite the first one.</EmptyState>}
      />
      <MemberDetails
        organization={organization}
        member={members.rows.find(({ id }) => id === openId)}
        others={members.rows}
        onClose={() => setOpenId(undefined)}
      />
    </div>
  );
}

/** The token is in the fragment, which no browser sends to a server. */
const linkOf = ({ invitationToken }: Data<'inviteMember'>): string =>
  `${new URL(`${CONSOLE_BASE}accept-invitation`, location.origin).href}#token=${encodeURIComponent(invitationToken)}`;

interface InviteMemberProps {
  readonly organization: Organization;
  readonly onInvited: (invitation: Data<'inviteMember'>) => void;
}

/** The token of the invitation goes to `onInvited` only: a mutation would keep it among what was read. */
function InviteMember({ organization, onInvited }: InviteMemberProps): ReactNode {
  const client = useQueryClient();
  const teams = useOperation('listTeams', { orgId: organization.id, limit: 100 });
  const roles = grantable(organization.role);
  return (
    <FormDialog
      label="Invite a person"
      kind="primary"
      title="Invite a person"
      action="Invite"
      initial={{
        email: '',
        role: roles.find(({ value }) => value === 'developer')?.value ?? organization.role,
        teamIds: [] as readonly string[],
      }}
      onSubmit={async ({ email, role, teamIds }) => {
        onInvited(await strata.api.inviteMember({ orgId: organization.id, email, role, teamIds: [...teamIds] }));
        await client.invalidateQueries({ queryKey: ['listMembers'] });
      }}
    >
      {({ email, role, teamIds }, change) => (
        <>
          <TextField
            label="E-mail address"
            type="email"
            isRequired
            value={email}
            onChange={(value) => change({ email: value })}
          />
          <SelectField label="Role" value={role} onChange={(value) => change({ role: value })} choices={roles} />
          <TeamChoice
            teams={teams.data?.items ?? []}
            selected={teamIds}
            onChange={(selected) => change({ teamIds: selected })}
          />
        </>
      )}
    </FormDialog>
  );
}
