import { AppError } from '@strata/kernel/errors';
import { DeadLetterQueues } from '@strata/platform/bus/amqp/dead-letter-queue';
import { loadConfig } from '@strata/platform/config/load-config';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createLogger, type Logger } from '@strata/platform/log/logger';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { Check } from '@strata/platform/reconcile/check';
import { runChecks, type CheckResult } from '@strata/platform/reconcile/run-checks';
import { openOperatorDatabase } from '@strata/platform/service/operator-database';
import { processSettings } from '@strata/platform/service/service-settings';
import { deadLettersCheck } from './adapters/reconcile/dead-letters-check.ts';
import { jsonOf, linesOf } from './adapters/reconcile/describe-result.ts';
import { openChecks } from './adapters/reconcile/open-checks.ts';
import { readReconcileCommand, USAGE, type ReconcileCommand } from './reconcile/reconcile-command.ts';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

const brokerSettings = processSettings.pick({ AMQP_URL: true, AMQP_PREFIX: true });

/**
 * `npm run reconcile`: compares what was accepted with what is stored, in every service. Passes each line for the operator to
 * `print`. Returns the exit code: 0 without a difference, 1 if differences are left, 2 if something could not be compared. Throws
 * with a message for the operator.
 */
export async function runReconciliation(
  argv: readonly string[],
  env: ProcessEnvironment,
  print: (line: string) => void,
): Promise<number> {
  const command = readReconcileCommand(argv);
  if (command.kind === 'help') {
    print(USAGE);
    return 0;
  }
  // Standard output is for the differences.
  const logger = createLogger({ service: 'reconcile', level: 'warn', format: 'text', stream: process.stderr });
  const stack = new CloseStack();
  try {
    const connection = await openOperatorDatabase(env, stack, logger);
    const isRunning = connection.kind === 'postgres';
    const parts = { connection, logger, metrics: createMetrics({ service: 'reconcile' }) };
    const checks = await openChecks(stack, parts, isRunning);
    if (isRunning && env['AMQP_URL'] !== undefined) checks.push(deadLettersCheck(await openQueues(stack, env)));
    else if (isRunning && !command.asJson) print('dead-letters: not compared, because AMQP_URL is not set');
    const wanted = select(checks, command.only);
    if (command.kind === 'checks') {
      for (const { name, compares } of wanted) print(`${name}: ${compares}`);
      return 0;
    }
    return await run(wanted, command, { isRunning, logger, print });
  } catch (error) {
    if (error instanceof AppError) throw new Error(error.message, { cause: error });
    throw error;
  } finally {
    await stack.close();
  }
}

async function run(
  checks: readonly Check[],
  { tenantId, mayRepair, waitMs, asJson }: ReconcileCommand,
  { isRunning, logger, print }: { isRunning: boolean; logger: Logger; print: (line: string) => void },
): Promise<number> {
  const results: CheckResult[] = [];
  // The database of a service that is stopped does not change.
  const options = { selection: { tenantId }, mayRepair, waitMs: isRunning ? waitMs : 0 };
  for await (const result of runChecks(checks, options)) {
    results.push(result);
    if (result.error !== undefined) logger.error('A check failed', { check: result.check.name, error: result.error });
    if (!asJson) for (const line of linesOf(result)) print(line);
  }
  if (asJson) print(JSON.stringify(results.map(jsonOf), null, 2));
  else print(summaryOf(results));
  if (results.some(({ error }) => error !== undefined)) return 2;
  return results.some(({ left, isCut }) => left.length > 0 || isCut) ? 1 : 0;
}

function summaryOf(results: readonly CheckResult[]): string {
  const sum = (of: (result: CheckResult) => number): string =>
    results.reduce((total, result) => total + of(result), 0).toLocaleString('en');
  return `${String(results.length)} checks: ${sum(({ left }) => left.length)} differences left, ${sum(({ repairedCount }) => repairedCount)} repaired`;
}

function select(checks: readonly Check[], only: readonly string[]): readonly Check[] {
  const unknown = only.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined)
    throw new Error(`there is no check "${unknown}"; there are ${checks.map(({ name }) => name).join(', ')}`);
  return only.length === 0 ? checks : checks.filter(({ name }) => only.includes(name));
}

async function openQueues(stack: CloseStack, env: ProcessEnvironment): Promise<DeadLetterQueues> {
  const { AMQP_URL, AMQP_PREFIX } = loadConfig(brokerSettings, env);
  // The library's errors name host and port.
  const queues = await DeadLetterQueues.open(AMQP_URL, AMQP_PREFIX).catch((error: unknown) => {
    throw new Error('the message broker does not respond: check AMQP_URL', { cause: error });
  });
  return stack.use(queues);
}
