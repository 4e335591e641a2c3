import { listAccessLogs, listAudit } from '@strata/contracts/operations/audit';
import type { AccessStore, LogOwner } from './access-log/access-store.ts';
import { createListAccessLogs } from './access-log/list-access-logs.ts';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import { createListAudit, type AuditReader } from './audit/list-audit.ts';

export interface AuditAnswerParts {
  readonly auditReader: AuditReader;
  readonly accesses: Pick<AccessStore, 'list'>;
}

/** The operations of the two logs. */
export function auditAnswers<Admitted extends { readonly organization: LogOwner }>(
  answering: AnsweringMembers<Admitted>,
  { auditReader, accesses }: AuditAnswerParts,
): Answer[] {
  const audit = createListAudit(auditReader);
  const accessLogs = createListAccessLogs(accesses);
  return [
    answering(listAudit, ({ params, query }, { scope }) => audit(params.orgId, query, scope)),
    answering(listAccessLogs, ({ query }, { scope }, { organization }) => accessLogs(organization, query, scope)),
  ];
}
