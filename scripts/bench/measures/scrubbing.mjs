import { registerTenant } from '../api.mjs';
import { figureOf, inTurns } from '../rounds.mjs';
import { captureBatches, IN_FLIGHT } from './batch.mjs';
import { captureSingly, CONNECTIONS } from './capture.mjs';

/** One event of fifty holds a secret. */
const WORKLOAD = { kind: 'agent-sessions', events: 3000, agentId: 'bench-scrubbing', secretEvery: 50 };
const SINGLE = { ...WORKLOAD, seed: 13 };
const BATCHED = { ...WORKLOAD, seed: 14, events: 20_000 };

/** Captures of events from which secrets are taken out, against a second system that leaves events as they are. */
export async function measureScrubbing({ system, startOther, load, size, report, record }) {
  report('starting a system that does not scrub');
  const other = await startOther({ SCRUB_SECRETS: 'false' });
  const [scrubbing, leaving] = await Promise.all([system, other].map(({ base }) => registerTenant(base)));
  const turns = { rounds: size.rounds, report, record };
  const single = (tenant) => captureSingly({ load, size, workload: SINGLE, tenant });
  // Both have done as much before they are measured.
  for (const tenant of [scrubbing, leaving]) await single(tenant);
  const singly = await inTurns({ ...turns, strata: () => single(scrubbing), limit: () => single(leaving) });
  const batched = await inTurns({
    ...turns,
    strata: captureBatches({ load, size, workload: BATCHED, tenant: await fresh(system) }),
    limit: captureBatches({ load, size, workload: BATCHED, tenant: await fresh(other) }),
  });
  return [
    figureOf(`capture, scrubbed, ${CONNECTIONS} connections`, '/s', singly, ({ perSecond }) => perSecond),
    figureOf(`batch, scrubbed, ${IN_FLIGHT} in flight, events`, '/s', batched, ({ perSecond }) => perSecond),
  ];
}

/** What is stored of batches is counted from none. */
const fresh = ({ base }) => registerTenant(base);
