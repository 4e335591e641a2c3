import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listAgents as operation } from '@strata/contracts/operations/agents';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import type { AgentStore } from './agent-store.ts';
import { describeAgent } from './describe-agent.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listAgentsHandler({ agents }: { readonly agents: Pick<AgentStore, 'list'> }) {
  return async function listAgents(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await agents.list(scope, orgId, requestedPage(query));
    return { items: page.items.map(describeAgent), pagination: paginationOf(page) };
  };
}
