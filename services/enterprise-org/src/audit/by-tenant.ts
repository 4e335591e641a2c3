import { addToGroup } from '@strata/kernel/add-to-group';
import type { RequestContext } from '@strata/kernel/actor';

/** Groups commands by tenant, each group in the order of arrival. No group is empty. */
export function byTenant<Command extends { readonly context: RequestContext }>(
  commands: readonly Command[],
): [Command, ...Command[]][] {
  const groups = new Map<string, [Command, ...Command[]]>();
  for (const command of commands) addToGroup(groups, command.context.scope.tenantId, command);
  return [...groups.values()];
}
