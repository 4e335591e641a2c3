import type { RequestTo } from '@strata/contracts/operation';
import type { updateNamespace as operation } from '@strata/contracts/operations/namespaces';
import type { Namespace } from '@strata/contracts/schemas/namespace';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import { requireTeams } from '../teams/require-teams.ts';
import type { ChangeNamespaceParts } from './create-namespace.ts';
import { auditedNamespace, describeNamespace } from './describe-namespace.ts';

/** Errors: `not_found`; `conflict` for a taken name; `validation_error` for an unknown team. */
export function updateNamespaceHandler({ namespaces, clock }: ChangeNamespaceParts) {
  return async function updateNamespace(
    { params: { orgId, namespaceId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Namespace> {
    return namespaces.change(context, orgId, async (locked, record) => {
      const before = await locked.get(namespaceId);
      if (before === undefined) throw notFound('The namespace');
      const teamIds = body.teamIds && (await requireTeams(locked, body.teamIds));
      const after = { ...withChanges(before, { ...body, teamIds }), updatedAt: clock.now() };
      const what = { action: 'namespace.update', resourceId: namespaceId };
      if (!recordDifference(record, what, auditedNamespace(before), auditedNamespace(after)))
        return describeNamespace(before);
      await locked.update(after);
      return describeNamespace(after);
    });
  };
}
