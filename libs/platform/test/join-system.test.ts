import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { processReported, readState, type ProcessReport } from '@strata/contracts/calls/process';
import { eventually } from '@strata/testkit/eventually';
import { createInProcessBus } from '../src/bus/in-process.ts';
import type { Bus } from '../src/bus/bus.ts';
import { CloseStack } from '../src/lifecycle/closeable.ts';
import { joinSystem } from '../src/service/join-system.ts';
import { CONTEXT, Gate, newCommand } from './bus/bus-fixture.ts';

let bus: Bus;
let stack: CloseStack;
let reports: ProcessReport[];

beforeEach(async () => {
  bus = createInProcessBus();
  stack = new CloseStack();
  reports = [];
  await bus.subscribe(processReported, async (report) => void reports.push(report));
});
afterEach(async () => {
  await stack.close();
  await bus.close();
});

const stateOf = () => bus.call(readState('ingest'), {}, CONTEXT);

test('a process reports its state on request, from its own checks', async () => {
  let isWell = true;
  const database = () => ({ status: isWell ? ('healthy' as const) : ('unhealthy' as const) });
  await joinSystem(stack, bus, { service: 'ingest', checks: { database } });
  expect(await stateOf()).toEqual({ status: 'healthy' });
  isWell = false;
  await eventually(async () => (await stateOf()).status === 'unhealthy');
});

test('a process reports its pool and its consumers repeatedly, and that it leaves', async () => {
  const command = newCommand();
  const gate = new Gate();
  await bus.consume(command, () => gate.pass());
  const instance = await joinSystem(stack, bus, {
    service: 'ingest',
    checks: {},
    connections: () => ({ total: 3, idle: 1, waiting: 2, max: 10, utilizationPercent: 20 }),
    consumes: [command],
  });
  const sends = [1, 2].map((id) => bus.send(command, { id }, CONTEXT));
  const busy = await eventually(() =>
    reports.find(({ consumers }) => consumers[`ingest.${command.name}`]?.active === 1),
  );
  expect(busy).toMatchObject({
    service: 'ingest',
    instance,
    isLeaving: false,
    connections: { total: 3, idle: 1, waiting: 2, max: 10 },
    consumers: { [`ingest.${command.name}`]: { waiting: 1, active: 1 } },
  });
  expect(busy.consumers[`ingest.${command.name}`]?.oldestSeconds).toBeGreaterThan(0);
  gate.open();
  await Promise.all(sends);
  await stack.close();
  await eventually(() => reports.at(-1)?.isLeaving === true);
});

test('processes of one service have different names', async () => {
  const join = () => joinSystem(stack, bus, { service: 'ingest', checks: {} });
  expect(new Set([await join(), await join()]).size).toBe(2);
});
