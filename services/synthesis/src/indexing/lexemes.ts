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

/** How a namespace stands among the terms. */
export const namespaceTerm = (namespaceId: string): string => `namespace=${namespaceId}`;

/** How an entry itself stands among its terms: policies name memories and artifacts. */
export const idTerm = (id: string): string => `id=${id}`;

/** Stands among the terms of every entry of any agent, and of any namespace. */
export const ANY_AGENT_TERM = 'of=agent';
export const ANY_NAMESPACE_TERM = 'in=namespace';

/**
 * What tells one partition's lexemes from every other's in the index that all share. Two partitions with the same mark would only cost
 * time: rows are filtered by tenant and environment besides.
 */
export const scopeMark = ({ tenantId, environment }: TenantScope): string =>
  `${digest(['partition', tenantId, environment]).slice(0, MARK_LENGTH)}:`;

/** What an entry is found by: its words, its speaker's name, its tags, its agent and namespace, its id, and being an artifact. */
export function lexemesOf(scope: TenantScope, { text, nameTerms, tags, agentId, namespaceId }: Entry): string[] {
  const mark = scopeMark(scope);
  const place = [
    ...(agentId === null ? [] : [ANY_AGENT_TERM, agentTerm(agentId)]),
    ...(namespaceId === null ? [] : [ANY_NAMESPACE_TERM, namespaceTerm(namespaceId)]),
  ];
  const kind = text.kind === 'artifact' ? [ARTIFACT_TERM] : [];
  const all = new Set([...text.terms, ...nameTerms, ...tags.map(tagTerm), ...place, ...kind, idTerm(text.id)]);
  return [...all].map((term) => mark + term);
}
