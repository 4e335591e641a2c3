import type { Namespace } from '@strata/contracts/schemas/namespace';
import type { StoredNamespace } from './namespace-store.ts';

/** A namespace as the interface shows it. */
export const describeNamespace = (namespace: StoredNamespace): Namespace => ({
  id: namespace.id,
  organizationId: namespace.organizationId,
  ...auditedNamespace(namespace),
  createdAt: namespace.createdAt.toISOString(),
  updatedAt: namespace.updatedAt.toISOString(),
});

/** The fields of a namespace that the audit log shows. */
export const auditedNamespace = ({ name, description, sensitivity, teamIds }: StoredNamespace) => ({
  name,
  description,
  sensitivity,
  teamIds,
});
