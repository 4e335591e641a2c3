import { NOTICED_WITHOUT, type Fault } from '../fault.ts';
import type { FaultSystem } from '../fault-system.ts';
import type { OwnServer } from '../servers/own-server.ts';

type Server = keyof typeof NOTICED_WITHOUT;

/** Redis keeps nothing on its disk, so it comes back empty. */
const withLoss = (name: Server): string => (name === 'redis' ? ', which loses its data' : '');

const faultsOf = (name: Server, serverOf: (system: FaultSystem) => OwnServer): readonly Fault[] => [
  {
    ...{ name: `kill-${name}`, title: `kill -9 of ${name}${withLoss(name)}`, seconds: [0.5, 6] },
    begin: async (system) => {
      await serverOf(system).kill();
      return () => serverOf(system).start();
    },
  },
  {
    ...{ name: `freeze-${name}`, title: `SIGSTOP of ${name}, then SIGCONT`, seconds: [2, 12] },
    isNoticed: NOTICED_WITHOUT[name],
    begin: async (system) => {
      await serverOf(system).freeze();
      return () => serverOf(system).thaw();
    },
  },
  {
    ...{ name: `restart-${name}`, title: `an orderly restart of ${name}${withLoss(name)}`, seconds: [0, 2] },
    begin: async (system) => {
      await serverOf(system).stop();
      return () => serverOf(system).start();
    },
  },
];

const emptyRedis: Fault = {
  name: 'empty-redis',
  title: 'Redis loses its data while it runs (FLUSHALL)',
  seconds: [1, 3],
  begin: async ({ redis }) => {
    await redis.command('FLUSHALL');
    return () => undefined;
  },
};

export const SERVER_FAULTS: readonly Fault[] = [
  ...faultsOf('postgres', ({ postgres }) => postgres.server),
  ...faultsOf('rabbitmq', ({ rabbitmq }) => rabbitmq.server),
  ...faultsOf('redis', ({ redis }) => redis.server),
  emptyRedis,
];
