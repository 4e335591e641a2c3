import { SERVICES } from '../setup/services.mjs';

const MOST_OF_A_SERVICE = 20;

export const USAGE = `Usage: npm run cluster [-- <service>=<count> …]

Runs the six services as processes on this machine, one of each unless a count is given, such as

  npm run cluster -- gateway=2 ingest=3 learn-compiler=3 synthesis=2

Gateways listen on PORT and the ports after it. SIGUSR2 restarts every process in turn.
Services: ${SERVICES.join(', ')}; at most ${MOST_OF_A_SERVICE} processes of each.`;

/**
 * @typedef {{name: string, service: string, port: number | undefined, opsPort: number}} PlannedProcess
 * `name` is that of its service, and has a number from the second process on; `port` only for a gateway; an `opsPort` of 0 is
 * chosen by the process
 */

/**
 * The processes to run. Throws an error that names the invalid argument or setting.
 * @param {readonly string[]} args such as `ingest=3`
 * @param {{port: number, opsPortBase: number | undefined}} settings without an `opsPortBase`, the ports after the gateways' are used
 * @returns {PlannedProcess[]}
 */
export function plannedProcesses(args, { port, opsPortBase }) {
  const counts = countsOf(args);
  const gateways = counts.get('gateway') ?? 1;
  const firstOpsPort = opsPortBase ?? port + gateways;
  const planned = SERVICES.flatMap((service) =>
    Array.from({ length: counts.get(service) ?? 1 }, (_, at) => ({
      name: at === 0 ? service : `${service}-${at + 1}`,
      service,
      port: service === 'gateway' ? port + at : undefined,
    })),
  );
  const lastOpsPort = firstOpsPort === 0 ? 0 : firstOpsPort + planned.length - 1;
  if (firstOpsPort !== 0 && firstOpsPort < port + gateways && lastOpsPort >= port)
    throw new Error('The ports from OPS_PORT_BASE on overlap with those of the gateways');
  if (Math.max(lastOpsPort, port + gateways - 1) > 65_535) throw new Error('The last port would be above 65535');
  return planned.map((one, at) => ({ ...one, opsPort: firstOpsPort === 0 ? 0 : firstOpsPort + at }));
}

/** @param {readonly string[]} args */
function countsOf(args) {
  const counts = new Map();
  for (const arg of args) {
    const [, service, count] = /^([a-z-]+)=(\d+)$/.exec(arg) ?? [];
    if (service === undefined) throw new Error(`"${arg}" is not <service>=<count>`);
    if (!SERVICES.includes(service)) throw new Error(`"${service}" is no service: ${SERVICES.join(', ')}`);
    if (counts.has(service)) throw new Error(`The count of ${service} is given twice`);
    if (Number(count) < 1 || Number(count) > MOST_OF_A_SERVICE)
      throw new Error(`${service}: 1 to ${MOST_OF_A_SERVICE} processes`);
    counts.set(service, Number(count));
  }
  return counts;
}
