import type { CountWriters } from '../event-writers.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildPlaybook } from './build-playbook.ts';
import type { ErrorGroup } from './error-groups.ts';

const MAX_PLAYBOOKS = 60;
const REPEATED = 2;

/** A playbook for each error that occurred at least twice; only the most frequent ones if there are very many. */
export function findPlaybooks(groups: readonly ErrorGroup[], roles: SymbolRoles, writers: CountWriters): TitledDraft[] {
  return groups
    .filter(({ occurrences }) => occurrences.length >= REPEATED)
    .slice(0, MAX_PLAYBOOKS)
    .map((group) => buildPlaybook(group, roles, writers));
}
