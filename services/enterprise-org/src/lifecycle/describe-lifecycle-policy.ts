import type { LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { StoredLifecyclePolicy } from './lifecycle-store.ts';

/** A lifecycle policy as the interface shows it. */
export const describeLifecyclePolicy = (policy: StoredLifecyclePolicy): LifecyclePolicy => ({
  id: policy.id,
  organizationId: policy.organizationId,
  ...auditedLifecyclePolicy(policy),
  createdAt: policy.createdAt.toISOString(),
  updatedAt: policy.updatedAt.toISOString(),
});

/** The fields of a lifecycle policy that the audit log shows. */
export const auditedLifecyclePolicy = ({
  name,
  retentionDays,
  archiveAfterDays,
  deleteAfterDays,
  scope,
}: StoredLifecyclePolicy) => ({ name, retentionDays, archiveAfterDays, deleteAfterDays, scope });
