import { describe, expect, test } from '@jest/globals';

interface PlannedProcess {
  readonly name: string;
  readonly service: string;
  readonly port: number | undefined;
  readonly opsPort: number;
}
interface Settings {
  readonly port: number;
  readonly opsPortBase: number | undefined;
}

/** Plain JavaScript without types, because it runs before anything is built. */
const { plannedProcesses } = (await import(new URL('planned-processes.mjs', import.meta.url).href)) as {
  readonly plannedProcesses: (args: readonly string[], settings: Settings) => PlannedProcess[];
};

const plan = (args: string[], opsPortBase?: number) => plannedProcesses(args, { port: 8080, opsPortBase });

describe('plannedProcesses', () => {
  test('runs one process of each service, with the ports after the gateway for operations', () => {
    const planned = plan([]);
    expect(planned.map(({ name }) => name)).toEqual([
      ...['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'],
    ]);
    expect(planned.map(({ opsPort }) => opsPort)).toEqual([8081, 8082, 8083, 8084, 8085, 8086]);
  });

  test('gives every gateway a port, and every process another one for operations', () => {
    const planned = plan(['ingest=2', 'gateway=2']);
    expect(planned.slice(0, 4)).toEqual([
      { name: 'gateway', service: 'gateway', port: 8080, opsPort: 8082 },
      { name: 'gateway-2', service: 'gateway', port: 8081, opsPort: 8083 },
      { name: 'ingest', service: 'ingest', port: undefined, opsPort: 8084 },
      { name: 'ingest-2', service: 'ingest', port: undefined, opsPort: 8085 },
    ]);
  });

  test('leaves the ports for operations to the processes if the base is 0', () => {
    expect(new Set(plan(['synthesis=3'], 0).map(({ opsPort }) => opsPort))).toEqual(new Set([0]));
  });

  test.each([
    ['ingest', '"ingest" is not <service>=<count>'],
    ['ingest=0', 'ingest: 1 to 20 processes'],
    ['ingest=21', 'ingest: 1 to 20 processes'],
    ['ingest=-1', '"ingest=-1" is not <service>=<count>'],
    ['postgres=2', '"postgres" is no service'],
  ])('refuses %s', (arg, message) => {
    expect(() => plan([arg])).toThrow(message);
  });

  test('refuses two counts of one service', () => {
    expect(() => plan(['ingest=2', 'ingest=3'])).toThrow('The count of ingest is given twice');
  });

  test('refuses ports for operations that gateways use', () => {
    expect(() => plan(['gateway=3'], 8082)).toThrow('OPS_PORT_BASE');
    expect(() => plan(['gateway=3'], 8078)).toThrow('OPS_PORT_BASE');
    expect(plan(['gateway=3'], 8083)).toHaveLength(8);
  });
});
