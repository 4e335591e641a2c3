import type { describeSubject } from '@strata/contracts/calls/learn';
import type { Subject } from '@strata/contracts/policies/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export type StoredSubject = Subject & { readonly id: string };

export interface SubjectReader {
  memory(scope: TenantScope, id: string): Promise<StoredSubject | undefined>;
  /** With the memories that it was compiled from. What is withdrawn is none. */
  artifact(scope: TenantScope, id: string): Promise<{ subject: StoredSubject; sources: StoredSubject[] } | undefined>;
}

type Answer = z.input<typeof describeSubject.response>;

/** What policies look at of a memory or an artifact: for a dry run, which has been let into its organization. */
export const createDescribeSubject =
  (reader: SubjectReader) =>
  async ({ kind, id }: z.output<typeof describeSubject.request>, scope: TenantScope): Promise<Answer> => {
    if (kind === 'memory') return answer(await reader.memory(scope, id), []);
    const artifact = await reader.artifact(scope, id);
    return answer(artifact?.subject, artifact?.sources ?? []);
  };

const answer = (subject: StoredSubject | undefined, sources: readonly StoredSubject[]): Answer => ({
  subject: subject === undefined ? null : told(subject),
  sources: sources.map(told),
});

const told = ({ id, namespaceId, agentId, tags }: StoredSubject) => ({ id, namespaceId, agentId, tags: [...tags] });
