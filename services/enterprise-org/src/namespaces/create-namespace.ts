import type { RequestTo } from '@strata/contracts/operation';
import type { createNamespace as operation } from '@strata/contracts/operations/namespaces';
import { MOST_NAMESPACES, type Namespace } from '@strata/contracts/schemas/namespace';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { requireTeams } from '../teams/require-teams.ts';
import { auditedNamespace, describeNamespace } from './describe-namespace.ts';
import type { NamespaceStore } from './namespace-store.ts';

export interface ChangeNamespaceParts {
  readonly namespaces: Pick<NamespaceStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Errors: `conflict` for a taken name, and when the organization has the maximum of namespaces; `validation_error` for
 * an unknown team.
 */
export function createNamespaceHandler({ namespaces, clock }: ChangeNamespaceParts) {
  return async function createNamespace(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Namespace> {
    return namespaces.change(context, orgId, async (locked, record) => {
      if ((await locked.count()) >= MOST_NAMESPACES)
        throw conflict(`The organization has ${String(MOST_NAMESPACES)} namespaces, which is the maximum`);
      const teamIds = await requireTeams(locked, body.teamIds);
      const now = clock.now();
      const namespace = { id: newId('nsp'), organizationId: orgId, ...body, teamIds, createdAt: now, updatedAt: now };
      await locked.insert(namespace);
      const after = auditedNamespace(namespace);
      record({ action: 'namespace.create', resourceId: namespace.id, before: null, after });
      return describeNamespace(namespace);
    });
  };
}
