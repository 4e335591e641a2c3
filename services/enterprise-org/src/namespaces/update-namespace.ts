import type { updateNamespace } from '@strata/contracts/operations/namespaces';
import type { Namespace } from '@strata/contracts/schemas/namespace';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import { requireTeams } from '../teams/require-teams.ts';
import type { ChangeNamespaceParts } from './create-namespace.ts';
import { auditedNamespace, describeNamespace } from './describe-namespace.ts';

/**
 * Changes what is sent and leaves the rest alone; null clears.
 * Errors: `not_found`; `conflict` for a taken name; `validation_error` for a team that is not there.
 */
export const createUpdateNamespace =
  ({ namespaces, clock }: ChangeNamespaceParts) =>
  (
    { orgId, namespaceId }: z.output<typeof updateNamespace.params>,
    { name, description, sensitivity, teamIds }: z.output<typeof updateNamespace.body>,
    context: RequestContext,
  ): Promise<Namespace> =>
    namespaces.change(context, orgId, async (held, note) => {
      const before = await held.get(namespaceId);
      if (before === undefined) throw notFound('The namespace');
      const after = {
        ...before,
        name: name ?? before.name,
        description: description === undefined ? before.description : description,
        sensitivity: sensitivity ?? before.sensitivity,
        teamIds: teamIds === undefined ? before.teamIds : await requireTeams(held, teamIds),
        updatedAt: clock.now(),
      };
      const what = { action: 'namespace.update', resourceId: namespaceId };
      if (!noteDifference(note, what, auditedNamespace(before), auditedNamespace(after)))
        return describeNamespace(before);
      await held.put(after);
      return describeNamespace(after);
    });
