import { createAgent, deleteAgent, listAgents, updateAgent } from '@strata/contracts/operations/agents';
import { listAccessLogs, listAudit } from '@strata/contracts/operations/audit';
import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  listLifecyclePolicies,
  previewLifecycleChange,
  previewLifecyclePolicy,
  updateLifecyclePolicy,
} from '@strata/contracts/operations/lifecycle';
import { getLineage, getLineageGraph } from '@strata/contracts/operations/lineage';
import { createNamespace, listNamespaces, updateNamespace } from '@strata/contracts/operations/namespaces';
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
import {
  createPolicy,
  deletePolicy,
  evaluatePolicy,
  listPolicies,
  updatePolicy,
} from '@strata/contracts/operations/policies';
import { issuePasswordReset } from '@strata/contracts/operations/sign-in';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '@strata/contracts/operations/teams';
import type { RecordAttempt } from '@strata/platform/audit/record-attempt';
import { handleOperation, handlersBehind, type OperationHandler } from '@strata/platform/operations/operation-handler';
import type { AccessStore } from './access-log/access-store.ts';
import { listAccessLogsHandler } from './access-log/list-access-logs.ts';
import type { AgentStore } from './agents/agent-store.ts';
import { createAgentHandler } from './agents/create-agent.ts';
import { deleteAgentHandler } from './agents/delete-agent.ts';
import { listAgentsHandler } from './agents/list-agents.ts';
import { updateAgentHandler } from './agents/update-agent.ts';
import { listAuditHandler, type AuditReader } from './audit/list-audit.ts';
import { recordDenialIn, type OrganizationParams, type RecordDenialParts } from './audit/record-denial.ts';
import { inviteMemberHandler, type InviteMemberParts } from './invitations/invite-member.ts';
import { createLifecyclePolicyHandler } from './lifecycle/create-lifecycle-policy.ts';
import { deleteLifecyclePolicyHandler } from './lifecycle/delete-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle/lifecycle-store.ts';
import { listLifecyclePoliciesHandler } from './lifecycle/list-lifecycle-policies.ts';
import { previewLifecycleChangeHandler } from './lifecycle/preview-lifecycle-change.ts';
import { previewLifecyclePolicyHandler } from './lifecycle/preview-lifecycle-policy.ts';
import type { SweptData } from './lifecycle/swept-data.ts';
import { updateLifecyclePolicyHandler } from './lifecycle/update-lifecycle-policy.ts';
import { getLineageGraphHandler, getLineageHandler, type LineageSource } from './lineage/get-lineage.ts';
import { listMembersHandler } from './members/list-members.ts';
import type { MemberStore } from './members/member-store.ts';
import { removeMemberHandler } from './members/remove-member.ts';
import { updateMemberHandler } from './members/update-member.ts';
import { createNamespaceHandler } from './namespaces/create-namespace.ts';
import { listNamespacesHandler } from './namespaces/list-namespaces.ts';
import type { NamespaceStore } from './namespaces/namespace-store.ts';
import { updateNamespaceHandler } from './namespaces/update-namespace.ts';
import { authorizeMemberBy } from './organizations/authorize-member.ts';
import { createOrganizationHandler, type CreateOrganizationParts } from './organizations/create-organization.ts';
import { getOrganizationHandler } from './organizations/get-organization.ts';
import { listOrganizationsHandler } from './organizations/list-organizations.ts';
import type { Membership, OrganizationStore } from './organizations/organization-store.ts';
import { updateOrganizationHandler } from './organizations/update-organization.ts';
import { issuePasswordResetHandler, type IssuePasswordResetParts } from './password-resets/issue-password-reset.ts';
import { createPolicyHandler } from './policies/create-policy.ts';
import { deletePolicyHandler } from './policies/delete-policy.ts';
import { evaluatePolicyHandler, type EvaluatePolicyParts } from './policies/evaluate-policy.ts';
import { listPoliciesHandler } from './policies/list-policies.ts';
import type { PolicyStore } from './policies/policy-store.ts';
import { updatePolicyHandler } from './policies/update-policy.ts';
import { createTeamHandler } from './teams/create-team.ts';
import { deleteTeamHandler } from './teams/delete-team.ts';
import { getTeamHandler } from './teams/get-team.ts';
import { listTeamsHandler } from './teams/list-teams.ts';
import type { TeamStore } from './teams/team-store.ts';
import { updateTeamHandler } from './teams/update-team.ts';

export interface HandlerParts
  extends
    CreateOrganizationParts,
    InviteMemberParts,
    IssuePasswordResetParts,
    EvaluatePolicyParts,
    Pick<RecordDenialParts, 'append' | 'onFailure'> {
  readonly organizations: OrganizationStore;
  readonly members: MemberStore;
  readonly teams: TeamStore;
  readonly agents: AgentStore;
  readonly namespaces: NamespaceStore;
  readonly policies: PolicyStore;
  readonly lifecycle: LifecycleStore;
  readonly data: SweptData;
  readonly lineage: LineageSource;
  readonly auditReader: AuditReader;
  readonly accesses: Pick<AccessStore, 'list'>;
  readonly recordAttempt: RecordAttempt;
}

/** Every operation of the service. Those of an organization are open to its members only, and their denials are audited. */
export function organizationHandlers(parts: HandlerParts): OperationHandler[] {
  const member = handlersBehind<OrganizationParams, Membership>({
    checksPermission: true,
    authorize: authorizeMemberBy(parts.organizations),
    recordAttempt: (operation, { orgId: organizationId }, denial, context) =>
      parts.recordAttempt(operation, { organizationId }, denial, context),
    recordDenial: recordDenialIn(parts),
  });
  return [
    handleOperation(createOrganization, createOrganizationHandler(parts)),
    handleOperation(listOrganizations, listOrganizationsHandler(parts)),
    member(getOrganization, getOrganizationHandler),
    member(updateOrganization, updateOrganizationHandler(parts)),
    member(inviteMember, inviteMemberHandler(parts)),
    member(listMembers, listMembersHandler(parts)),
    member(updateMember, updateMemberHandler(parts)),
    member(issuePasswordReset, issuePasswordResetHandler(parts)),
    member(removeMember, removeMemberHandler(parts)),
    member(createTeam, createTeamHandler(parts)),
    member(listTeams, listTeamsHandler(parts)),
    member(getTeam, getTeamHandler(parts)),
    member(updateTeam, updateTeamHandler(parts)),
    member(deleteTeam, deleteTeamHandler(parts)),
    member(createAgent, createAgentHandler(parts)),
    member(listAgents, listAgentsHandler(parts)),
    member(updateAgent, updateAgentHandler(parts)),
    member(deleteAgent, deleteAgentHandler(parts)),
    member(createNamespace, createNamespaceHandler(parts)),
    member(listNamespaces, listNamespacesHandler(parts)),
    member(updateNamespace, updateNamespaceHandler(parts)),
    member(createPolicy, createPolicyHandler(parts)),
    member(listPolicies, listPoliciesHandler(parts)),
    member(updatePolicy, updatePolicyHandler(parts)),
    member(deletePolicy, deletePolicyHandler(parts)),
    member(evaluatePolicy, evaluatePolicyHandler(parts)),
    member(listAudit, listAuditHandler(parts)),
    member(listAccessLogs, listAccessLogsHandler(parts)),
    member(getLineage, getLineageHandler(parts)),
    member(getLineageGraph, getLineageGraphHandler(parts)),
    member(createLifecyclePolicy, createLifecyclePolicyHandler(parts)),
    member(listLifecyclePolicies, listLifecyclePoliciesHandler(parts)),
    member(updateLifecyclePolicy, updateLifecyclePolicyHandler(parts)),
    member(deleteLifecyclePolicy, deleteLifecyclePolicyHandler(parts)),
    member(previewLifecyclePolicy, previewLifecyclePolicyHandler(parts)),
    member(previewLifecycleChange, previewLifecycleChangeHandler(parts)),
  ];
}
