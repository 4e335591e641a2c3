import {
  createOrganization,
  getOrganization,
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateMember,
  updateOrganization,
} from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { answeringMembers, answeringUsers, type Answer } from './admission/answer.ts';
import { auditAnswers, type AuditAnswerParts } from './audit-answers.ts';
import type { NoteRefusal } from './audit/note-refusal.ts';
import { directoryAnswers, type DirectoryAnswerParts } from './directory-answers.ts';
import { createInviteMember } from './invitations/invite-member.ts';
import { lifecycleAnswers, type LifecycleAnswerParts } from './lifecycle-answers.ts';
import { lineageAnswers, type LineageAnswerParts } from './lineage-answers.ts';
import { createListMembers } from './members/list-members.ts';
import { createRemoveMember } from './members/remove-member.ts';
import type { MemberStore } from './members/roster.ts';
import { createUpdateMember } from './members/update-member.ts';
import { createAdmitMember } from './organizations/admit-member.ts';
import { createCreateOrganization, type ReadUser } from './organizations/create-organization.ts';
import { describeOrganization } from './organizations/describe-organization.ts';
import { createListOrganizations } from './organizations/list-organizations.ts';
import type { OrganizationStore } from './organizations/organization-store.ts';
import { createUpdateOrganization } from './organizations/update-organization.ts';
import { policyAnswers, type PolicyAnswerParts } from './policy-answers.ts';

export interface OrganizationAnswerParts
  extends AuditAnswerParts, LineageAnswerParts, DirectoryAnswerParts, LifecycleAnswerParts, PolicyAnswerParts {
  readonly organizations: OrganizationStore;
  readonly members: MemberStore;
  readonly readUser: ReadUser;
  readonly announceRoles: (userId: string, context: RequestContext) => Promise<void>;
  readonly noteRefusal: NoteRefusal;
  readonly clock: Clock;
  readonly invitationDays: number;
}

/** The operations of organizations, each with its use case. */
export function organizationAnswers(parts: OrganizationAnswerParts): Answer[] {
  const { organizations } = parts;
  const create = createCreateOrganization(parts);
  const listOwn = createListOrganizations(organizations);
  const update = createUpdateOrganization(parts);
  const invite = createInviteMember(parts);
  const list = createListMembers(parts);
  const changeMember = createUpdateMember(parts);
  const remove = createRemoveMember(parts);
  const answering = answeringMembers(createAdmitMember(organizations), parts.noteRefusal);

  return [
    answeringUsers(createOrganization, ({ body }, context) => create(body, context)),
    answeringUsers(listOrganizations, ({ query }, context) => listOwn(query, context)),
    answering(getOrganization, async (_request, _context, own) => describeOrganization(own)),
    answering(updateOrganization, ({ body }, context, own) => update(own, body, context)),
    answering(inviteMember, ({ body }, context, { organization }) => invite(organization, body, context)),
    answering(listMembers, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(updateMember, ({ params, body }, context) => changeMember(params, body, context)),
    answering(removeMember, ({ params }, context) => remove(params, context)),
    ...directoryAnswers(answering, parts),
    ...policyAnswers(answering, parts),
    ...auditAnswers(answering, parts),
    ...lineageAnswers(answering, parts),
    ...lifecycleAnswers(answering, parts),
  ];
}
