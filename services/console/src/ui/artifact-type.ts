import type { Item } from '@strata/client/strata';

type ArtifactType = Item<'listArtifacts'>['type'];

const NAMES: Readonly<Record<ArtifactType, string>> = {
  task_schema: 'Task schema',
  failure_playbook: 'Failure playbook',
  causal_pattern: 'Causal pattern',
  decision_policy: 'Decision policy',
};

/** What people call a type of artifact. */
export const artifactTypeName = (type: ArtifactType): string => NAMES[type];
