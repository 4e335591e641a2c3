import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import { verifyLogs } from '@strata/platform/audit/verify-logs';
import { withOperatorDatabase } from '@strata/platform/service/with-operator-database';
import { parseArgs } from 'node:util';
import { ORGANIZATION_LOGS } from './adapters/organization-logs.ts';
import { ORGANIZATION_SCHEMA } from './adapters/organization-schema.ts';

/**
 * `npm run verify-audit`: recomputes the hash chains of all organizations' audit logs, or of one (`--organization <id>`).
 * Passes each line for the operator to `print`. Returns whether every chain is intact. Throws with a message for the
 * operator.
 */
export async function verifyAudit(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<boolean> {
  const { organization } = parseArgs({ args: [...argv], options: { organization: { type: 'string' } } }).values;
  const { logs, broken } = await withOperatorDatabase('verify-audit', ORGANIZATION_SCHEMA, env, ({ database }) =>
    verifyLogs(createPgLogReader(database, ORGANIZATION_LOGS), organization, print),
  );
  if (organization !== undefined && logs === 0) throw new Error(`there is no organization "${organization}"`);
  print(`${String(logs)} logs of organizations verified, ${String(broken)} broken`);
  return broken === 0;
}
