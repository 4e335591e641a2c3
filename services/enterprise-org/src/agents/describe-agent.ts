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

/** What the audit log says of one. */
export const auditedAgent = ({ name, description, framework, teamId, metadata }: StoredAgent) => ({
  name,
  description,
  framework,
  teamId,
  metadata,
});
