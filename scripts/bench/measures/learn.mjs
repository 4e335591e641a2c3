import { registerTenant } from '../api.mjs';
import { figureOf, alternate } from '../rounds.mjs';

const STATEMENT_ROWS = 1000;

/** Learn jobs against multi-row inserts of the same events, one statement after the other. */
export async function measureLearn({ system, load, size, report, record }) {
  const tenant = await registerTenant(system.base);
  const figures = [];
  for (const kind of ['agent-sessions', 'conversations']) {
    // Each round has its own agent, so that the learning scope has the same size in every round.
    const workload = (round) => ({
      kind,
      seed: 20 + round,
      events: size.learnEvents,
      agentId: `bench-${kind}-${round}`,
    });
    const captured = (await tenant.usage()).totals.events;
    for (let round = 1; round <= size.rounds; round++) {
      report(`${kind}: capturing events ${round} of ${size.rounds}`);
      await tenant.captureAll(workload(round));
    }
    await tenant.waitUntilStored(captured + size.rounds * size.learnEvents);
    const rounds = await alternate({
      rounds: size.rounds,
      strata: async (round) => {
        const { seconds } = await tenant.learn({ agentId: workload(round).agentId });
        return { perSecond: size.learnEvents / seconds };
      },
      limit: async (round) => {
        const { connectionString } = system;
        const { rows, seconds } = await load.run({
          task: 'insert',
          workload: workload(round),
          statementRows: STATEMENT_ROWS,
          connectionString,
          concurrency: 1,
        });
        return { perSecond: rows / seconds };
      },
      report: (text) => report(`${kind}: ${text}`),
      record,
    });
    figures.push(figureOf(`learn, ${kind}, events`, '/s', rounds, ({ perSecond }) => perSecond));
  }
  return figures;
}
