import { AppError } from '@strata/kernel/errors';
import { verifyChain, type ChainVerdict } from '@strata/platform/audit/verify-chain';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createLogger } from '@strata/platform/log/logger';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openDatabase } from '@strata/platform/service/open-database';
import { openOperatorDatabase } from '@strata/platform/service/operator-database';
import { parseArgs } from 'node:util';
import { ORGANIZATION_SCHEMA } from './adapters/organization-schema.ts';
import { createPgChainReader, type OrganizationChain } from './adapters/pg-chain-reader.ts';

const USAGE = `Usage: npm run verify-audit [-- --organization <id>]

Recomputes the hash chain of every organization's audit log, in every tenant, and says for each how many entries it has,
the last hash, and whether it is whole. Exits with 1 when one is broken. The database is the one at DATABASE_URL, or else
the embedded one in DATA_DIR (.strata), whose service must be stopped.`;

const logger = createLogger({ service: 'verify-audit', level: 'warn' });

/**
 * `npm run verify-audit`: recomputes the hash chains.
 * @param print takes each line for the operator
 * @returns whether every chain is whole.
 * @throws Error with a message for the operator.
 */
export async function verifyAudit(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<boolean> {
  const options = { organization: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { organization, help } = parseArgs({ args: [...argv], options }).values;
  if (help === true) {
    print(USAGE);
    return true;
  }
  const stack = new CloseStack();
  try {
    const connection = await openOperatorDatabase(env, stack, logger);
    const parts = { connection, logger, metrics: createMetrics({ service: 'verify-audit' }) };
    const reader = createPgChainReader(
      stack.use(await openDatabase(ORGANIZATION_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts)),
    );
    let [chains, broken] = [0, 0];
    for await (const chain of reader.chains(organization)) {
      const verdict = await verifyChain((after, limit) => reader.entries(chain, after, limit), chain);
      print(describeVerdict(chain, verdict));
      chains += 1;
      if (verdict.brokenAt !== null) broken += 1;
    }
    if (organization !== undefined && chains === 0) throw new Error(`there is no organization "${organization}"`);
    print(`${String(chains)} logs verified, ${String(broken)} broken`);
    return broken === 0;
  } catch (error) {
    if (error instanceof AppError) throw new Error('the database does not answer', { cause: error });
    throw error;
  } finally {
    await stack.close();
  }
}

function describeVerdict(
  { tenantId, organizationId }: OrganizationChain,
  { entries, lastHash, brokenAt }: ChainVerdict,
): string {
  const state = brokenAt === null ? 'ok' : `BROKEN at sequence ${String(brokenAt)}`;
  return `${tenantId} ${organizationId}: ${String(entries)} entries, last hash ${lastHash}, ${state}`;
}
