import type { Memo } from '../memo.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { ErrorGroup } from './error-groups.ts';
import { findAttempts } from './find-attempts.ts';
import { judgeAttempts, type JudgedAttempts } from './judge-attempts.ts';

/** What was tried after the errors of a group, one attempt for each kind. Done once for playbooks and memories. */
export const attemptsAfter = (group: ErrorGroup, roles: SymbolRoles, memo: Memo): JudgedAttempts =>
  memo.once(`attempts after ${group.key}`, [group, roles], () => judgeAttempts(findAttempts(group.occurrences, roles)));
