import { eventually } from '@strata/testkit/eventually';
import type { SpawnedService } from '../../fixtures/spawned-service.ts';
import type { Fault } from '../fault.ts';
import { SERVICES, type FaultSystem, type Service } from '../fault-system.ts';
import { shuffled } from '../choose.ts';
import { untilHealthy } from '../until-healthy.ts';

/** Starts one more process of every service; clients also call the new gateway. Returns how to end them. */
async function startSecondOfEach(system: FaultSystem, root?: string): Promise<() => Promise<void>> {
  const started: SpawnedService[] = [];
  for (const service of SERVICES) {
    const another = await system.startAnother(service, root);
    started.push(another);
    if (service === 'gateway') system.bases.push(another.base);
  }
  return async () => {
    system.bases.splice(1);
    for (const another of started) await another.close();
  };
}

const twoOfEach: Fault = {
  name: 'two-of-each',
  title: 'a second process of every service, which then leaves',
  seconds: [4, 8],
  mayGetNoAnswer: true,
  begin: (system) => startSecondOfEach(system),
};

/** One after the other ends in order and starts again, while the second of each serves. */
const rolling: Fault = {
  name: 'rolling-restart',
  title: 'two of each service, of which the first restart one after the other',
  seconds: [0, 2],
  mayGetNoAnswer: true,
  begin: async (system, random) => {
    const end = await startSecondOfEach(system);
    for (const service of shuffled<Service>(SERVICES, random)) {
      const pid = await system.cluster.pidOf(service);
      process.kill(pid, 'SIGTERM');
      await eventually(async () => (await system.cluster.pidOf(service)) !== pid);
      await untilHealthy(system);
    }
    return end;
  },
};

const twoVersions: Fault = {
  name: 'two-versions',
  title: 'one process of each service of the version before, beside those of this version',
  seconds: [6, 12],
  mayGetNoAnswer: true,
  reasonToSkip: ({ previous }) => (previous === undefined ? 'no version before was built' : undefined),
  begin: (system) => startSecondOfEach(system, system.previous),
};

export const DEPLOYMENT_FAULTS: readonly Fault[] = [twoOfEach, rolling, twoVersions];
