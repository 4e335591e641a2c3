import type { RequestContext } from '@strata/kernel/actor';

/** Groups commands by tenant, each group in the order of arrival. No group is empty. */
export function byTenant<Command extends { readonly context: RequestContext }>(
  commands: readonly Command[],
): [Command, ...Command[]][] {
  const groups = new Map<string, [Command, ...Command[]]>();
  for (const command of commands) {
    const { tenantId } = command.context.scope;
    const group = groups.get(tenantId);
    if (group === undefined) groups.set(tenantId, [command]);
    else group.push(command);
  }
  return [...groups.values()];
}
