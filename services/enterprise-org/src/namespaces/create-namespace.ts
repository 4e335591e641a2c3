import type { createNamespace } from '@strata/contracts/operations/namespaces';
import { MOST_NAMESPACES, type Namespace } from '@strata/contracts/schemas/namespace';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { requireTeams } from '../teams/require-teams.ts';
import { auditedNamespace, describeNamespace } from './describe-namespace.ts';
import type { NamespaceStore } from './namespace-store.ts';

export interface ChangeNamespaceParts {
  readonly namespaces: Pick<NamespaceStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Makes a namespace. Errors: `conflict` for a taken name, and for one too many; `validation_error` for a team that is
 * not there.
 */
export const createCreateNamespace =
  ({ namespaces, clock }: ChangeNamespaceParts) =>
  (
    organizationId: string,
    request: z.output<typeof createNamespace.body>,
    context: RequestContext,
  ): Promise<Namespace> =>
    namespaces.change(context, organizationId, async (held, note) => {
      if ((await held.count()) >= MOST_NAMESPACES)
        throw conflict(`The organization has ${String(MOST_NAMESPACES)} namespaces, which is the maximum`);
      const teamIds = await requireTeams(held, request.teamIds);
      const now = clock.now();
      const namespace = { id: newId('nsp'), organizationId, ...request, teamIds, createdAt: now, updatedAt: now };
      await held.insert(namespace);
      note({ action: 'namespace.create', resourceId: namespace.id, before: null, after: auditedNamespace(namespace) });
      return describeNamespace(namespace);
    });
