import type { ArtifactType } from '@strata/contracts/schemas/artifact';

/** Whether artifacts of a type are compiled from more events than they cite: from what happened before and after, too. */
export const USES_CONTEXT: Readonly<Record<ArtifactType, boolean>> = {
  task_schema: true,
  failure_playbook: true,
  causal_pattern: false,
  decision_policy: false,
};
