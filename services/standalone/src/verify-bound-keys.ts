import { openBindingCheck, type FaultOf } from '@strata/enterprise-org/operator-bindings';
import { listBoundKeys, type BoundKey } from '@strata/gateway/operator-keys';
import { AppError } from '@strata/kernel/errors';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createLogger } from '@strata/platform/log/logger';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openOperatorDatabase } from '@strata/platform/service/operator-database';
import { parseArgs } from 'node:util';

/** A key that its creator may not bind to its agent now. */
interface WrongKey extends BoundKey {
  readonly reason: string;
}

/**
 * `npm run bound-keys`: lists the keys of every tenant that are bound to an agent identity which their creators may not act
 * as now, as text or (`--json`) as JSON. Passes each line for the operator to `print`. Returns true if there are no
 * such keys. Throws with a message for the operator.
 */
export async function verifyBoundKeys(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<boolean> {
  const { json } = parseArgs({ args: [...argv], options: { json: { type: 'boolean', default: false } } }).values;
  const wrong = await findWrongKeys(env);
  if (json) print(JSON.stringify(wrong, null, 2));
  else {
    for (const key of wrong) print(describe(key));
    print(`${String(wrong.length)} bound keys whose creator may not bind them now`);
  }
  return wrong.length === 0;
}

const describe = ({ id, name, prefix, owner, tenantId, agentId, createdBy, reason }: WrongKey): string =>
  `${id} ${JSON.stringify(name)} (${prefix}, owner ${owner}), tenant ${tenantId}, agent ${agentId}, creator ${createdBy}: ${reason}`;

async function findWrongKeys(env: Readonly<Record<string, string | undefined>>): Promise<WrongKey[]> {
  const logger = createLogger({ service: 'bound-keys', level: 'warn' });
  const stack = new CloseStack();
  try {
    const connection = await openOperatorDatabase(env, stack, logger);
    const parts = { connection, logger, metrics: createMetrics({ service: 'bound-keys' }) };
    const keys = await listBoundKeys(parts);
    const checkOf = await openBindingCheck(stack, parts);
    const wrong: WrongKey[] = [];
    let latest: { readonly tenantId: string; readonly faultOf: FaultOf } | undefined;
    // Sorted by tenant, so that the facts of each are read once.
    for (const key of keys) {
      const { tenantId } = key;
      if (latest?.tenantId !== tenantId) latest = { tenantId, faultOf: await checkOf(tenantId) };
      const reason = latest.faultOf(key);
      if (reason !== undefined) wrong.push({ ...key, reason });
    }
    return wrong;
  } catch (error) {
    if (error instanceof AppError) throw new Error(error.message, { cause: error });
    throw error;
  } finally {
    await stack.close();
  }
}
