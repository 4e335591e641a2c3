import { digest } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

const MARK_LENGTH = 10;

/** How a tag stands among the terms; no word holds an equals sign. */
export const tagTerm = (tag: string): string => `tag=${tag}`;

/** Stands among the terms of every artifact. */
export const ARTIFACT_TERM = 'kind=artifact';

/** How an agent stands among the terms. */
export const agentTerm = (agentId: string): string => `agent=${agentId}`;

/**
 * What tells one partition's lexemes from every other's in the index that all share. Two partitions with the same mark would only cost
 * time: rows are filtered by tenant and environment besides.
 */
export const partitionMark = ({ tenantId, environment }: TenantScope): string =>
  `${digest(['partition', tenantId, environment]).slice(0, MARK_LENGTH)}:`;

/** What an entry is found by: its words, its speaker's name, its tags, its agent, and being an artifact. */
export function lexemesOf(scope: TenantScope, { text, nameTerms, tags, agentId }: Entry): string[] {
  const mark = partitionMark(scope);
  const agent = agentId === null ? [] : [agentTerm(agentId)];
  const kind = text.kind === 'artifact' ? [ARTIFACT_TERM] : [];
  const all = new Set([...text.terms, ...nameTerms, ...tags.map(tagTerm), ...agent, ...kind]);
  return [...all].map((term) => mark + term);
}
