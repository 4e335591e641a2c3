import type { Database } from '@strata/platform/database/database';
import type { StoredSubject, SubjectReader } from '../reading/describe-subject.ts';
import { memoriesBehind } from './visible-artifacts.ts';

const subjectOf = (table: string): string =>
  `${table}.id, ${table}.namespace_id as "namespaceId", ${table}.agent_id as "agentId", ${table}.tags`;

/** Reads from PostgreSQL what policies look at. */
export const createPgSubjectReader = (database: Database): SubjectReader => ({
  memory: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<StoredSubject>(
        `select ${subjectOf('memories')} from memories where tenant_id = $1 and environment = $2 and id = $3`,
        [scope.tenantId, scope.environment, id],
      );
      return row;
    }),

  artifact: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, scope.environment, id];
      const [subject] = await tx.query<StoredSubject>(
        `select ${subjectOf('artifacts')} from artifacts
         where tenant_id = $1 and environment = $2 and id = $3 and not is_withdrawn`,
        values,
      );
      if (subject === undefined) return undefined;
      const sources = await tx.query<StoredSubject>(
        `select ${subjectOf('memory')} from ${memoriesBehind()} where source.artifact_id = $3 order by memory.id`,
        values,
      );
      return { subject, sources };
    }),
});
