import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import { verifyLogs } from '@strata/platform/audit/verify-logs';
import { withOperatorDatabase } from '@strata/platform/service/with-operator-database';
import { parseArgs } from 'node:util';
import { VAULT_LOGS } from './adapters/vault-logs.ts';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';

/**
 * `npm run verify-audit`: recomputes the hash chains of vaults' logs, of all or of one (`--vault <id>`).
 * Returns whether every chain is intact. Throws an error with a message for the operator.
 * @param print receives each line for the operator
 */
export async function verifyVaultAudit(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<boolean> {
  const { vault } = parseArgs({ args: [...argv], options: { vault: { type: 'string' } } }).values;
  const { logs, broken } = await withOperatorDatabase('verify-audit', VAULT_SCHEMA, env, ({ database }) =>
    verifyLogs(createPgLogReader(database, VAULT_LOGS), vault, print),
  );
  if (vault !== undefined && logs === 0) throw new Error(`there is no vault "${vault}"`);
  print(`${String(logs)} logs of vaults verified, ${String(broken)} broken`);
  return broken === 0;
}
