import { registerTenant } from '../api.mjs';
import { figureOf, alternate } from '../rounds.mjs';
import { captureBatches, IN_FLIGHT } from './batch.mjs';
import { captureSingly, CONNECTIONS } from './capture.mjs';

/** One event in fifty contains a secret. */
const WORKLOAD = { kind: 'agent-sessions', events: 3000, agentId: 'bench-scrubbing', secretEvery: 50 };
const SINGLE = { ...WORKLOAD, seed: 13 };
const BATCHED = { ...WORKLOAD, seed: 14, events: 20_000 };

/** Captures with secret scrubbing, against a second system that does not scrub. */
export async function measureScrubbing({ system, startOther, load, size, report, record }) {
  report('starting a system that does not scrub');
  const other = await startOther({ SCRUB_SECRETS: 'false' });
  const [scrubbed, unscrubbed] = await Promise.all([system, other].map(({ base }) => registerTenant(base)));
  const turns = { rounds: size.rounds, report, record };
  const single = (tenant) => captureSingly({ load, size, workload: SINGLE, tenant });
  // Warm both up equally before the measurement.
  for (const tenant of [scrubbed, unscrubbed]) await single(tenant);
  const singly = await alternate({ ...turns, strata: () => single(scrubbed), limit: () => single(unscrubbed) });
  const batched = await alternate({
    ...turns,
    strata: captureBatches({ load, size, workload: BATCHED, tenant: await newTenant(system) }),
    limit: captureBatches({ load, size, workload: BATCHED, tenant: await newTenant(other) }),
  });
  return [
    figureOf(`capture, scrubbed, ${CONNECTIONS} connections`, '/s', singly, ({ perSecond }) => perSecond),
    figureOf(`batch, scrubbed, ${IN_FLIGHT} in flight, events`, '/s', batched, ({ perSecond }) => perSecond),
  ];
}

/** `captureBatches` counts stored events from zero, so it needs a new tenant. */
const newTenant = ({ base }) => registerTenant(base);
