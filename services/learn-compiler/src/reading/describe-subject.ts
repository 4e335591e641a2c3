import type { describeSubject } from '@strata/contracts/calls/learn';
import type { DataItem } from '@strata/policy/filter';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { ReadingParts } from './reading-parts.ts';

export type StoredSubject = DataItem & { readonly id: string };

export interface SubjectReader {
  memory(scope: TenantScope, id: string): Promise<StoredSubject | undefined>;
  /** With the memories that it was compiled from. What is withdrawn is none. */
  artifact(scope: TenantScope, id: string): Promise<{ subject: StoredSubject; sources: StoredSubject[] } | undefined>;
}

type Answer = z.input<typeof describeSubject.response>;

const NOTHING: Answer = { subject: null, sources: [] };

/**
 * What policies look at of a memory or an artifact: for a dry run, whose caller has been let into its organization. What
 * the caller may not read is answered as what is not stored. Errors: `unavailable`.
 */
export const createDescribeSubject =
  (reader: SubjectReader, { engineFor, clock }: Pick<ReadingParts, 'engineFor' | 'clock'>) =>
  async ({ kind, id }: z.output<typeof describeSubject.request>, context: RequestContext): Promise<Answer> => {
    const { scope } = context;
    const engine = await engineFor(context);
    const stored = kind === 'artifact' ? await reader.artifact(scope, id) : alone(await reader.memory(scope, id));
    if (stored === undefined) return NOTHING;
    const { subject, sources } = stored;
    const request = { ...decisionContextOf(context, clock.now()), action: 'read', kind, item: subject, sources } as const;
    if (engine.decide(request).effect === 'deny') return NOTHING;
    return { subject: told(subject), sources: sources.map(told) };
  };

const alone = (subject: StoredSubject | undefined) => subject && { subject, sources: [] };

const told = ({ id, namespaceId, agentId, tags }: StoredSubject) => ({ id, namespaceId, agentId, tags: [...tags] });
