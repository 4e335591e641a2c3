import { digest } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

const MARK_LENGTH = 10;

/** The term of a tag. It cannot be mistaken for a word: no word contains an equals sign. */
export const tagTerm = (tag: string): string => `tag=${tag}`;

/** A term of every artifact. */
export const ARTIFACT_TERM = 'kind=artifact';

/** A term of every instruction that was given to one agent, or without an agent. */
export const instructionTerm = (agentId: string | null): string => `instruction=${agentId ?? ''}`;

export const agentTerm = (agentId: string): string => `agent=${agentId}`;

export const namespaceTerm = (namespaceId: string): string => `namespace=${namespaceId}`;

/** The term of one entry: policies can name single memories and artifacts. */
export const idTerm = (id: string): string => `id=${id}`;

/**
 * The terms that an entry about an end user is searched by, such as its words: what others said with the same words is not
 * walked through. '' stands for entries without an end user: their terms stay as they are.
 */
export function termsOfUser(userId: string, terms: readonly string[]): readonly string[] {
  if (userId === '') return terms;
  const mark = digest(['end user', userId]).slice(0, MARK_LENGTH);
  return terms.map((term) => `${mark}:${term}`);
}

export const userTerm = (userId: string): string => `user=${userId}`;

/** Terms of every entry that has an agent, a namespace, or an end user. */
export const ANY_AGENT_TERM = 'of=agent';
export const ANY_NAMESPACE_TERM = 'in=namespace';
export const ANY_USER_TERM = 'of=user';

/**
 * The prefix of the lexemes of one tenant scope, in the index that all share. Two scopes with the same mark would only
 * cost time: rows are filtered by tenant and environment too.
 */
export const scopeMark = ({ tenantId, environment }: TenantScope): string =>
  `${digest(['partition', tenantId, environment]).slice(0, MARK_LENGTH)}:`;

/**
 * What an entry is found by: its words, speaker, tags, agent, namespace, end user and id, and whether it is an artifact or an
 * instruction.
 */
export function lexemesOf(
  scope: TenantScope,
  { text, nameTerms, tags, agentId, namespaceId, userId }: Entry,
): string[] {
  const mark = scopeMark(scope);
  const place = [
    ...(agentId === null ? [] : [ANY_AGENT_TERM, agentTerm(agentId)]),
    ...(namespaceId === null ? [] : [ANY_NAMESPACE_TERM, namespaceTerm(namespaceId)]),
    ...(userId === null ? [] : [ANY_USER_TERM, userTerm(userId)]),
  ];
  const kind = text.kind === 'artifact' ? [ARTIFACT_TERM] : [];
  const instruction = text.instruction === undefined ? [] : [instructionTerm(agentId)];
  const searched = termsOfUser(userId ?? '', [...text.terms, ...nameTerms, ...instruction]);
  const all = new Set([...searched, ...tags.map(tagTerm), ...place, ...kind, idTerm(text.id)]);
  return [...all].map((term) => mark + term);
}
