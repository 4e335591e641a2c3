import type { Policy } from '@strata/contracts/schemas/policy';
import type { StoredPolicy } from './policy-store.ts';

/** A policy as the interface shows it. */
export const describePolicy = (policy: StoredPolicy): Policy => ({
  id: policy.id,
  organizationId: policy.organizationId,
  ...auditedPolicy(policy),
  createdAt: policy.createdAt.toISOString(),
  updatedAt: policy.updatedAt.toISOString(),
});

/** The fields of a policy that the audit log shows. */
export const auditedPolicy = ({ name, effect, resource, action, conditions, priority }: StoredPolicy) => ({
  name,
  effect,
  resource,
  action,
  conditions,
  priority,
});
