import type { TenantScope } from '@strata/kernel/tenant-scope';
import { agentTerm, ARTIFACT_TERM, partitionMark, tagTerm } from '../indexing/lexemes.ts';
import type { Population } from '../synthesis/search-index.ts';

/** A lexeme quoted as PostgreSQL's tsquery input wants it. */
const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** Any of the terms, within the population, as a tsquery over the marked lexemes of the partition. */
export function toTsquery(scope: TenantScope, { agentId, tags }: Population, terms: readonly string[]): string {
  const mark = partitionMark(scope);
  const lexeme = (term: string): string => quote(mark + term);
  const any = terms.map(lexeme).join('|');
  const agent = agentId === null ? [] : [lexeme(agentTerm(agentId))];
  const tagged =
    tags.length === 0 ? [] : [`(${lexeme(ARTIFACT_TERM)}|${tags.map((tag) => lexeme(tagTerm(tag))).join('&')})`];
  return [`(${any})`, ...agent, ...tagged].join('&');
}
