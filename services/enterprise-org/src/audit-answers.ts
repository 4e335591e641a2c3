import { listAccessLogs, listAudit } from '@strata/contracts/operations/audit';
import type { AccessStore } from './access-log/access-store.ts';
import { createListAccessLogs } from './access-log/list-access-logs.ts';
import type { Answer, AnsweringMembers } from './admission/answer.ts';
import { createListAudit, type AuditReader } from './audit/list-audit.ts';

export interface AuditAnswerParts {
  readonly auditReader: AuditReader;
  readonly accesses: Pick<AccessStore, 'list'>;
}

/** The operations of the two logs. */
export function auditAnswers<Admitted>(
  answering: AnsweringMembers<Admitted>,
  { auditReader, accesses }: AuditAnswerParts,
): Answer[] {
  const audit = createListAudit(auditReader);
  const accessLogs = createListAccessLogs(accesses);
  return [
    answering(listAudit, ({ params, query }, { scope }) => audit(params.orgId, query, scope)),
    answering(listAccessLogs, ({ params, query }, { scope }) => accessLogs(params.orgId, query, scope)),
  ];
}
