import { AppError } from '@strata/kernel/errors';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createLogger } from '@strata/platform/log/logger';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openOperatorDatabase } from '@strata/platform/service/operator-database';
import { createPrismaPlanStore } from './adapters/prisma-plan-store.ts';
import { assignPlan, setKeyRate } from './limits/change-plan.ts';
import { describePlans, describeTenantPlan } from './limits/describe-plans.ts';
import { readPlanCommand, USAGE, type PlanCommand } from './limits/plan-command.ts';
import type { PlanStore } from './limits/plan-store.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';

const CONNECTIONS = 1;
const logger = createLogger({ service: 'plan', level: 'warn' });

/**
 * `npm run plan`: shows and changes plans in the deployment's database. Returns the text for the operator. Throws with a
 * message for the operator.
 */
export async function managePlans(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const command = readPlanCommand(argv);
  if (command.kind === 'help') return USAGE;
  const stack = new CloseStack();
  try {
    const connection = await openOperatorDatabase(env, stack, logger);
    const parts = { connection, logger, metrics: createMetrics({ service: 'plan' }) };
    const database = await openGatewayDatabase(stack, { DATABASE_POOL_SIZE: CONNECTIONS }, parts);
    return await carryOut(command, createPrismaPlanStore(database));
  } catch (error) {
    if (error instanceof AppError) throw new Error('the database does not respond', { cause: error });
    throw error;
  } finally {
    await stack.close();
  }
}

async function carryOut(command: Exclude<PlanCommand, { kind: 'help' }>, store: PlanStore): Promise<string> {
  switch (command.kind) {
    case 'list':
      return describePlans(await store.list());
    case 'show': {
      const plan = await store.ofTenant(command.tenantId);
      if (plan === undefined) throw new Error(`there is no tenant "${command.tenantId}"`);
      return describeTenantPlan(command.tenantId, plan);
    }
    case 'assign':
      return describeTenantPlan(command.tenantId, await assignPlan(store, command.tenantId, command.assignment));
    case 'set-key': {
      const { keyId, requestsPerMinute: rate } = command;
      await setKeyRate(store, keyId, rate);
      return rate === null ? `${keyId}: as the plan says` : `${keyId}: ${String(rate)} requests a minute`;
    }
  }
}
