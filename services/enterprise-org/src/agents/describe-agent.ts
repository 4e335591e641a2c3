import type { Agent } from '@strata/contracts/schemas/agent';
import type { StoredAgent } from './agent-store.ts';

/** An agent identity as the interface shows it. */
export const describeAgent = (agent: StoredAgent): Agent => ({
  id: agent.id,
  organizationId: agent.organizationId,
  ...auditedAgent(agent),
  createdAt: agent.createdAt.toISOString(),
  updatedAt: agent.updatedAt.toISOString(),
});

/** The fields of an agent identity that the audit log shows. */
export const auditedAgent = ({ name, description, framework, teamId, metadata }: StoredAgent) => ({
  name,
  description,
  framework,
  teamId,
  metadata,
});
