import { digest } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

const MARK_LENGTH = 10;

/** The term of a tag. It cannot be mistaken for a word: no word contains an equals sign. */
export const tagTerm = (tag: string): string => `tag=${tag}`;

/** A term of every artifact. */
export const ARTIFACT_TERM = 'kind=artifact';

export const agentTerm = (agentId: string): string => `agent=${agentId}`;

export const namespaceTerm = (namespaceId: string): string => `namespace=${namespaceId}`;

/** The term of one entry: policies can name single memories and artifacts. */
export const idTerm = (id: string): string => `id=${id}`;

/** Terms of every entry that has an agent, and of every entry that has a namespace. */
export const ANY_AGENT_TERM = 'of=agent';
export const ANY_NAMESPACE_TERM = 'in=namespace';

/**
 * The prefix of the lexemes of one tenant scope, in the index that all share. Two scopes with the same mark would only
 * cost time: rows are filtered by tenant and environment too.
 */
export const scopeMark = ({ tenantId, environment }: TenantScope): string =>
  `${digest(['partition', tenantId, environment]).slice(0, MARK_LENGTH)}:`;

/** What an entry is found by: its words, speaker, tags, agent, namespace and id, and whether it is an artifact. */
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
