import type { listAgents } from '@strata/contracts/operations/agents';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { AgentStore } from './agent-store.ts';
import { describeAgent } from './describe-agent.ts';

/** One page of an organization's agent identities. Errors: `validation_error` for a damaged cursor. */
export const createListAgents =
  ({ agents }: { readonly agents: Pick<AgentStore, 'list'> }) =>
  async (
    orgId: string,
    { limit, cursor }: z.output<typeof listAgents.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listAgents.response>> => {
    const page = await agents.list(scope, orgId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeAgent), pagination: paginationOf(page) };
  };
