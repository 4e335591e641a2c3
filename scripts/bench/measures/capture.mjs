import { registerTenant } from '../api.mjs';
import { figureOf, alternate } from '../rounds.mjs';
import { forkProcess } from '../systems/fork-process.mjs';

export const CONNECTIONS = 32;
const WORKLOAD = { kind: 'agent-sessions', seed: 11, events: 3000, agentId: 'bench-capture' };

/** Captures one event per request, on all connections at once. */
export const captureSingly = ({ load, size, workload, connections = CONNECTIONS, tenant: { base, headers } }) =>
  load.run({
    task: 'capture',
    workload,
    base,
    path: '/v1/capture',
    headers,
    concurrency: connections,
    seconds: size.seconds,
    expect: 202,
  });

/** Single captures against a bare Express handler that parses the same bodies and answers 202. */
export async function measureCapture({ system, load, size, report, record }) {
  const tenant = await registerTenant(system.base);
  const express = await forkProcess(new URL('../systems/bare-express.mjs', import.meta.url));
  const post = (base, headers) => captureSingly({ load, size, workload: WORKLOAD, tenant: { base, headers } });
  try {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: () => post(system.base, tenant.headers),
      limit: () => post(`http://127.0.0.1:${express.message.port}`, { 'content-type': 'application/json' }),
      report,
      record,
    });
    return [
      figureOf(`capture, ${CONNECTIONS} connections`, '/s', rounds, ({ perSecond }) => perSecond),
      figureOf(`capture, ${CONNECTIONS} connections, p95`, 'ms', rounds, ({ p95 }) => p95),
    ];
  } finally {
    express.stop();
  }
}
