import type { ReactNode } from 'react';
import type { Artifact } from './artifact.ts';
import { CausalPatternView } from './causal-pattern-view.tsx';
import { DecisionPolicyView } from './decision-policy-view.tsx';
import { FailurePlaybookView } from './failure-playbook-view.tsx';
import { TaskSchemaView } from './task-schema-view.tsx';

/** The content of an artifact, in the form of its type. */
export function ArtifactContent({ content }: { readonly content: Artifact['content'] }): ReactNode {
  if ('goal' in content) return <TaskSchemaView schema={content} />;
  if ('symptom' in content) return <FailurePlaybookView playbook={content} />;
  if ('cause' in content) return <CausalPatternView pattern={content} />;
  return <DecisionPolicyView policy={content} />;
}
