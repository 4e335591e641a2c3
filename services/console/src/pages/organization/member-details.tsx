import type { Item } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { MayDo } from '../../session/may-do.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Organization } from './in-organization.tsx';
import { grantable, isAbove } from './roles.ts';
import { TeamChoice } from './team-choice.tsx';

type Member = Item<'listMembers'>;

interface MemberDetailsProps {
  readonly organization: Organization;
  readonly member: Member | undefined;
  /** Who may have invited the member. */
  readonly others: readonly Member[];
  readonly onClose: () => void;
}

/** One member or open invitation. A member above the user can only be looked at. */
export function MemberDetails({ organization, member, others, onClose }: MemberDetailsProps): ReactNode {
  const orgId = organization.id;
  const teams = useOperation('listTeams', { orgId, limit: 100 });
  const remove = useChange('removeMember', { outdates: ['listMembers', 'listTeams', 'listOrganizations'] });
  const toast = useToast();
  if (member === undefined) return null;
  const { id, name, email, userId, role, status, teamIds, invitedBy, joinedAt } = member;
  const title = name ?? email ?? userId ?? id;
  const known = teams.data?.items ?? [];
  const inviter = others.find((other) => other.userId !== null && other.userId === invitedBy);
  const isInvited = status === 'invited';
  return (
    <Dialog title={title} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          ['E-mail address', email],
          ['Role', role],
          ['Status', status],
          ['Teams', teamIds.map((teamId) => known.find((team) => team.id === teamId)?.name ?? teamId).join(', ')],
          ['Joined', joinedAt === null ? null : <Time key="joined" at={joinedAt} isFull />],
          ['User', userId],
          [
            'Invited by',
            inviter === undefined ? invitedBy : `${inviter.name ?? inviter.email ?? ''} (${inviter.userId ?? ''})`,
          ],
        ]}
      />
      {!isAbove(role, organization.role) && (
        <div className="row">
          <MayDo operation="updateMember" organization={organization}>
            <ChangeMember organization={organization} member={member} teams={known} />
          </MayDo>
          <MayDo operation="removeMember" organization={organization}>
            <ConfirmButton
              label={isInvited ? 'Withdraw' : 'Remove'}
              question={isInvited ? `Withdraw the invitation for ${title}?` : `Remove ${title}?`}
              onConfirm={async () => {
                await remove.mutateAsync({ orgId, memberId: id });
                toast({ text: isInvited ? 'The invitation is withdrawn' : `${title} is removed` });
                onClose();
              }}
            >
              <p>
                {isInvited
                  ? 'Its link stops working at once. You can invite the person again.'
                  : 'They lose what their role allows within a second, and invitations that only they could send are withdrawn.'}
              </p>
            </ConfirmButton>
          </MayDo>
        </div>
      )}
    </Dialog>
  );
}

interface ChangeMemberProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly teams: readonly Pick<Item<'listTeams'>, 'id' | 'name'>[];
}

function ChangeMember({ organization, member, teams }: ChangeMemberProps): ReactNode {
  const shownTeams: readonly string[] = member.teamIds;
  const update = useChange('updateMember', { outdates: ['listMembers', 'listTeams', 'listOrganizations'] });
  return (
    <FormDialog
      label="Change"
      title="Change role and teams"
      action="Save"
      initial={{ role: member.role, teamIds: shownTeams }}
      onSubmit={({ role, teamIds }) =>
        update.mutateAsync({ orgId: organization.id, memberId: member.id, role, teamIds: [...teamIds] })
      }
    >
      {({ role, teamIds }, change) => (
        <>
          <SelectField
            label="Role"
            value={role}
            onChange={(value) => change({ role: value })}
            choices={grantable(organization.role)}
          />
          <TeamChoice teams={teams} selected={teamIds} onChange={(selected) => change({ teamIds: selected })} />
        </>
      )}
    </FormDialog>
  );
}
