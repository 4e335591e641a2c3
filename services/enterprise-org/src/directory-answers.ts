import { createAgent, deleteAgent, listAgents, updateAgent } from '@strata/contracts/operations/agents';
import { createNamespace, listNamespaces, updateNamespace } from '@strata/contracts/operations/namespaces';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '@strata/contracts/operations/teams';
import type { Clock } from '@strata/kernel/clock';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import type { AgentStore } from './agents/agent-store.ts';
import { createCreateAgent } from './agents/create-agent.ts';
import { createDeleteAgent } from './agents/delete-agent.ts';
import { createListAgents } from './agents/list-agents.ts';
import { createUpdateAgent } from './agents/update-agent.ts';
import { createCreateNamespace } from './namespaces/create-namespace.ts';
import { createListNamespaces } from './namespaces/list-namespaces.ts';
import type { NamespaceStore } from './namespaces/namespace-store.ts';
import { createUpdateNamespace } from './namespaces/update-namespace.ts';
import { createCreateTeam } from './teams/create-team.ts';
import { createDeleteTeam } from './teams/delete-team.ts';
import { createGetTeam, createListTeams } from './teams/read-teams.ts';
import type { TeamStore } from './teams/team-store.ts';
import { createUpdateTeam } from './teams/update-team.ts';

export interface DirectoryAnswerParts {
  readonly teams: TeamStore;
  readonly agents: AgentStore;
  readonly namespaces: NamespaceStore;
  readonly clock: Clock;
}

/** The operations of teams, agent identities and namespaces, each with its use case. */
export const directoryAnswers = <Admitted>(
  answering: AnsweringMembers<Admitted>,
  parts: DirectoryAnswerParts,
): Answer[] => [
  ...teamAnswers(answering, parts),
  ...agentAnswers(answering, parts),
  ...namespaceAnswers(answering, parts),
];

function teamAnswers<Admitted>(answering: AnsweringMembers<Admitted>, parts: DirectoryAnswerParts): Answer[] {
  const create = createCreateTeam(parts);
  const list = createListTeams(parts);
  const get = createGetTeam(parts);
  const update = createUpdateTeam(parts);
  const remove = createDeleteTeam(parts);
  return [
    answering(createTeam, ({ params, body }, context) => create(params.orgId, body, context)),
    answering(listTeams, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(getTeam, ({ params }, { scope }) => get(params, scope)),
    answering(updateTeam, ({ params, body }, context) => update(params, body, context)),
    answering(deleteTeam, ({ params }, context) => remove(params, context)),
  ];
}

function agentAnswers<Admitted>(answering: AnsweringMembers<Admitted>, parts: DirectoryAnswerParts): Answer[] {
  const create = createCreateAgent(parts);
  const list = createListAgents(parts);
  const update = createUpdateAgent(parts);
  const remove = createDeleteAgent(parts);
  return [
    answering(createAgent, ({ params, body }, context) => create(params.orgId, body, context)),
    answering(listAgents, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(updateAgent, ({ params, body }, context) => update(params, body, context)),
    answering(deleteAgent, ({ params }, context) => remove(params, context)),
  ];
}

function namespaceAnswers<Admitted>(answering: AnsweringMembers<Admitted>, parts: DirectoryAnswerParts): Answer[] {
  const create = createCreateNamespace(parts);
  const list = createListNamespaces(parts);
  const update = createUpdateNamespace(parts);
  return [
    answering(createNamespace, ({ params, body }, context) => create(params.orgId, body, context)),
    answering(listNamespaces, ({ params, query }, { scope }) => list(params.orgId, query, scope)),
    answering(updateNamespace, ({ params, body }, context) => update(params, body, context)),
  ];
}
