import type { Random } from '@strata/testkit/seeded-random';
import { NOTICED_WITHOUT, type Fault } from '../fault.ts';
import type { FaultSystem } from '../fault-system.ts';
import { between } from '../choose.ts';

const DELAY_MS = [20, 60] as const;
const BETWEEN_DROPS_MS = [50, 400] as const;

const faultsOf = (server: keyof typeof NOTICED_WITHOUT, name: keyof FaultSystem['proxies']): readonly Fault[] => [
  {
    ...{ name: `slow-${server}`, title: `the network to ${server} takes 20 to 60 ms each way`, seconds: [4, 8] },
    begin: async ({ proxies }, random) => {
      proxies[name].slow(between(DELAY_MS, random));
      return () => proxies[name].slow(0);
    },
  },
  {
    ...{ name: `dropping-${server}`, title: `the network to ${server} resets connections`, seconds: [4, 8] },
    begin: async ({ proxies }, random) => dropAgainAndAgain(() => proxies[name].drop(random), random),
  },
  {
    ...{ name: `cut-${server}`, title: `the network to ${server} is cut`, seconds: [2, 8] },
    isNoticed: NOTICED_WITHOUT[server],
    begin: async ({ proxies }) => {
      proxies[name].cut();
      return () => proxies[name].mend();
    },
  },
  {
    ...{ name: `silent-${server}`, title: `the network to ${server} loses every packet`, seconds: [2, 12] },
    isNoticed: NOTICED_WITHOUT[server],
    begin: async ({ proxies }) => {
      proxies[name].block();
      return () => proxies[name].mend();
    },
  },
  {
    name: `half-open-${server}`,
    title: `connections to ${server} are lost and neither side is told; new ones work`,
    seconds: [1, 2],
    begin: async ({ proxies }) => {
      proxies[name].lose();
      return () => undefined;
    },
  },
];

function dropAgainAndAgain(drop: () => void, random: Random): () => void {
  let timer: NodeJS.Timeout;
  const next = (): void => {
    drop();
    timer = setTimeout(next, between(BETWEEN_DROPS_MS, random));
  };
  next();
  return () => clearTimeout(timer);
}

export const NETWORK_FAULTS: readonly Fault[] = [
  ...faultsOf('postgres', 'database'),
  ...faultsOf('rabbitmq', 'bus'),
  ...faultsOf('redis', 'cache'),
];
