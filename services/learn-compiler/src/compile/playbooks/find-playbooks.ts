import type { CountWriters } from '../event-writers.ts';
import type { Memo } from '../memo.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildPlaybook } from './build-playbook.ts';
import type { ErrorGroup } from './error-groups.ts';
import { attemptsAfter } from './known-attempts.ts';

const MAX_PLAYBOOKS = 60;

/**
 * A playbook for each error that occurred in several sessions; only those of the most frequent errors if there are very many.
 */
export function findPlaybooks(
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
  writers: CountWriters,
  memo: Memo,
): TitledDraft[] {
  const found: TitledDraft[] = [];
  for (const group of groups) {
    const attempts = attemptsAfter(group, roles, memo);
    const playbook = memo.once(`playbook ${group.key}`, [attempts], () => buildPlaybook(group, attempts, writers));
    if (playbook !== null) found.push(playbook);
    if (found.length >= MAX_PLAYBOOKS) break;
  }
  return found;
}
