import { processReported, readState } from '@strata/contracts/calls/process';
import type { CommandContract, ServiceName } from '@strata/contracts/message';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import { contractName } from '../bus/message-codec.ts';
import type { PoolFigures } from '../database/database.ts';
import { createHealth } from '../health/create-health.ts';
import type { HealthCheck } from '../health/health.ts';
import type { CloseStack } from '../lifecycle/closeable.ts';

export interface SystemMember {
  readonly service: ServiceName;
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Absent for a service without a database. */
  readonly connections?: () => PoolFigures;
  /** The commands that the service consumes. */
  readonly consumes?: readonly CommandContract<z.ZodType>[];
}

/** Less than the second within which figures should be known everywhere. */
const REPORT_MS = 500;

/**
 * Makes a process known to the rest of the system: serves its health state, and reports its figures twice a second until it
 * is closed. Returns the name under which it reports.
 */
export async function joinSystem(
  stack: CloseStack,
  bus: Bus,
  { service, checks, connections, consumes = [] }: SystemMember,
): Promise<string> {
  const instance = newId('wrk');
  const health = createHealth({ checks });
  await bus.serve(readState(service), async () => ({ status: (await health()).status }));

  const report = (isLeaving: boolean): void => {
    if (!bus.isConnected()) return;
    const payload = {
      service,
      instance,
      isLeaving,
      connections: connections === undefined ? null : countsOf(connections()),
      consumers: Object.fromEntries(
        consumes.map((contract) => [contractName(contract), bus.consumerFigures(contract)]),
      ),
    };
    // A lost report does no harm: another one follows.
    bus.announce(processReported, payload, systemContext(NO_TENANT, newId('req'))).catch(() => undefined);
  };
  report(false);
  const timer = setInterval(report, REPORT_MS, false);
  stack.defer(() => {
    clearInterval(timer);
    report(true);
  });
  return instance;
}

const NO_TENANT = { tenantId: 'system', environment: 'live' } as const;

const countsOf = ({ total, idle, waiting, max }: PoolFigures) => ({ total, idle, waiting, max });
