import type { Data } from '@strata/client/strata';

export type Artifact = Data<'getArtifact'>;
type Content = Artifact['content'];

/** The contents of the four types of artifacts. A field that only one of them has tells them apart. */
export type TaskSchema = Extract<Content, { readonly goal: string }>;
export type FailurePlaybook = Extract<Content, { readonly symptom: string }>;
export type CausalPattern = Extract<Content, { readonly cause: string }>;
export type DecisionPolicy = Extract<Content, { readonly decision: string }>;

/** What is known about an artifact beside its content. What an older version did not record is undefined. */
export interface About {
  readonly agentId: string | undefined;
  readonly namespaceId: string | undefined;
  readonly userId: string | undefined;
  readonly confidence: number | undefined;
  readonly sourceSessions: number | undefined;
  readonly tags: readonly string[];
}

export function aboutOf({ metadata }: Pick<Artifact, 'metadata'>): About {
  const text = (name: string): string | undefined => {
    const value: unknown = metadata[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const figure = (name: string): number | undefined => {
    const value: unknown = metadata[name];
    return typeof value === 'number' ? value : undefined;
  };
  const tags: unknown = metadata['tags'];
  return {
    agentId: text('agentId'),
    namespaceId: text('namespaceId'),
    userId: text('userId'),
    confidence: figure('confidence'),
    sourceSessions: figure('sourceSessions'),
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
  };
}
