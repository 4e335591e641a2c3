import type { ArtifactType } from '@strata/contracts/schemas/artifact';

/**
 * Whether artifacts of a type quote events that they do not cite, such as steps before and after those cited. If so, deleting
 * any data of the learning scope withdraws them.
 */
export const USES_CONTEXT: Readonly<Record<ArtifactType, boolean>> = {
  task_schema: true,
  failure_playbook: true,
  causal_pattern: false,
  decision_policy: false,
};
