import { setTimeout as delay } from 'node:timers/promises';
import { endsByItself, type Fault } from '../fault.ts';
import { SERVICES, type FaultSystem, type Service } from '../fault-system.ts';
import { shuffled } from '../choose.ts';
import { untilHealthy } from '../until-healthy.ts';
import { eventually } from '@strata/testkit/eventually';

const pidOf = (system: FaultSystem, service: Service): Promise<number> =>
  eventually(() => system.cluster.pidOf(service));
const ofGateway = (service: Service) => (service === 'gateway' ? { mayGetNoAnswer: true } : {});

const kill = (service: Service): Fault => ({
  ...{ name: `kill-${service}`, title: `kill -9 of ${service}`, seconds: [0.5, 3], ...ofGateway(service) },
  begin: async (system) => {
    process.kill(await pidOf(system, service), 'SIGKILL');
    return endsByItself;
  },
});

const freeze = (service: Service): Fault => ({
  ...{ name: `freeze-${service}`, title: `SIGSTOP of ${service}, then SIGCONT`, seconds: [2, 12] },
  // Without the gateway there is nobody to ask.
  ...(service === 'gateway'
    ? {}
    : { mustAccept: true, isNoticed: ({ workers }) => workers.services[service] === 'down' }),
  begin: async (system) => {
    const pid = await pidOf(system, service);
    process.kill(pid, 'SIGSTOP');
    return () => {
      process.kill(pid, 'SIGCONT');
    };
  },
});

const restart = (service: Service): Fault => ({
  ...{ name: `restart-${service}`, title: `SIGTERM of ${service}`, seconds: [0.5, 3], ...ofGateway(service) },
  begin: async (system) => {
    process.kill(await pidOf(system, service), 'SIGTERM');
    return endsByItself;
  },
});

const killEach: Fault = {
  name: 'kill-each-service',
  title: 'kill -9 of each service in turn, two at a time',
  seconds: [0, 0],
  mayGetNoAnswer: true,
  begin: async (system, random) => {
    const services = shuffled(SERVICES, random);
    for (let at = 0; at < services.length; at += 2) {
      const pair = services.slice(at, at + 2);
      const pids = await Promise.all(pair.map((service) => pidOf(system, service)));
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      for (const [index, service] of pair.entries())
        await eventually(async () => (await system.cluster.pidOf(service)) !== pids[index]);
      await untilHealthy(system);
    }
    return endsByItself;
  },
};

const killAll: Fault = {
  name: 'kill-all-services',
  title: 'kill -9 of all services at once',
  seconds: [1, 3],
  mayGetNoAnswer: true,
  begin: async (system) => {
    for (const pid of await Promise.all(SERVICES.map((service) => pidOf(system, service))))
      process.kill(pid, 'SIGKILL');
    return endsByItself;
  },
};

/** More kills than a supervisor restarts without a pause. */
const killAgain: Fault = {
  name: 'kill-again-and-again',
  title: 'kill -9 of ingest and the learn-compiler as soon as they run, four times',
  seconds: [0, 1],
  begin: async (system, random) => {
    for (let count = 0; count < 4; count += 1) {
      for (const service of ['ingest', 'learn-compiler'] as const)
        process.kill(await pidOf(system, service), 'SIGKILL');
      await delay(500 + random() * 1500);
    }
    return endsByItself;
  },
};

export const PROCESS_FAULTS: readonly Fault[] = [
  ...SERVICES.flatMap((service) => [kill(service), freeze(service), restart(service)]),
  ...[killEach, killAll, killAgain],
];
