import { registerTenant } from '../api.mjs';
import { cpuSeconds } from '../systems/cpu-seconds.mjs';
import { mebibytes, residentMemory } from '../systems/resident-memory.mjs';
import { measureOneMore } from './one-more.mjs';

const EVENTS = 100_000;
const SESSIONS = 1000;
const WORKLOAD = { kind: 'agent-sessions', seed: 40, events: EVENTS, sessions: SESSIONS, agentId: 'bench-scale' };
const MAX_BYTES = 1.5 * 1024 ** 3;
const PROGRESS_MS = 2000;

/**
 * One learn job over 100,000 events of 1,000 sessions: its time, its progress reports, the peak memory of each process, and
 * what one more session costs.
 */
export async function measureScale({ system, report, record, print }) {
  const tenant = await registerTenant(system.base);
  await tenant.captureAll(WORKLOAD, (captured) => report(`${captured.toLocaleString('en')} events captured`));
  const before = residentMemory(system, 'VmHWM');
  const cpuBefore = cpuSeconds(system);
  const seen = new Set();
  let shownAt = 0;
  const { seconds, result, unavailable } = await record(() =>
    tenant.learn({}, ({ progress: { stage, processed, total } }) => {
      seen.add(`${stage} ${processed}`);
      if (performance.now() - shownAt < PROGRESS_MS) return;
      shownAt = performance.now();
      report(`${stage}: ${processed.toLocaleString('en')} of ${(total ?? 0).toLocaleString('en')}`);
    }),
  );
  const cpuOfAll = cpuSeconds(system) - cpuBefore;
  const after = residentMemory(system, 'VmHWM');
  print(
    `  ${EVENTS.toLocaleString('en')} events of ${SESSIONS.toLocaleString('en')} sessions learned in ${seconds.toFixed(1)} s (${Math.round(EVENTS / seconds)} events/s), ${seen.size} distinct progress reports seen`,
  );
  print(`  memories: ${JSON.stringify(result.memories)}, artifacts: ${JSON.stringify(result.artifacts)}`);
  if (unavailable > 0)
    print(`  ${unavailable} polls of the job returned 503: the database was busy with one statement for too long`);
  for (const [name, bytes] of after) {
    const room = bytes <= MAX_BYTES ? 'within 1.5 GiB' : 'OVER 1.5 GiB';
    print(
      `  ${name}: peak resident memory ${mebibytes(bytes)} (${mebibytes(before.get(name) ?? 0)} before the job), ${room}`,
    );
  }
  const eventsOfSession = EVENTS / SESSIONS;
  const cpuOfOneMore = await measureOneMore({ system, tenant, workload: WORKLOAD, eventsOfSession });
  print(
    `  one more session: ${cpuOfOneMore.toFixed(2)} s of processor time, ${(cpuOfOneMore / cpuOfAll).toFixed(3)} of the ${cpuOfAll.toFixed(1)} s of all`,
  );
  return {
    events: EVENTS,
    sessions: SESSIONS,
    seconds,
    result,
    progressStates: seen.size,
    cpuOfAll,
    cpuOfOneMore,
    peakBytes: Object.fromEntries(after),
  };
}
