import { setTimeout as sleep } from 'node:timers/promises';
import { DemoError } from './demo-error.mjs';

/** The service takes 1,000 events a request; smaller ones show that something moves. */
const EVENTS_PER_REQUEST = 250;
const POLL_EVERY_MS = 250;
const LEARN_TIMEOUT_MS = 10 * 60_000;

/**
 * Captures all events in batches; each carries an idempotency key, so that a repeated run stores nothing twice.
 * @param {(sent: number, total: number) => void} onProgress
 */
export async function captureAll(client, events, onProgress) {
  for (let from = 0; from < events.length; from += EVENTS_PER_REQUEST) {
    const batch = events.slice(from, from + EVENTS_PER_REQUEST);
    const { errors, errorDetails } = await client.post('/v1/capture/batch', { events: batch });
    if (errors > 0) throw new DemoError(refused(batch, errors, errorDetails));
    onProgress(from + batch.length, events.length);
  }
}

function refused(batch, errors, [first]) {
  const which = batch[first?.index]?.idempotencyKey ?? 'one of them';
  const hint =
    first?.code === 'conflict'
      ? '\nThe service holds other sessions under these keys, most likely from another version of the demo. Use a fresh tenant or DATA_DIR.'
      : '';
  return `The service refused ${errors} of ${batch.length} events; ${which}: ${first?.message ?? 'no reason given'}${hint}`;
}

/**
 * Has the service compile what one agent did and waits until that is done.
 * @param {(progress: {stage: string, processed: number, total: number | null}) => void} onProgress
 */
export async function learn(client, agentId, onProgress) {
  const { jobId } = await client.post('/v1/learn', { agentId });
  const giveUpAt = Date.now() + LEARN_TIMEOUT_MS;
  for (;;) {
    const { status, progress, error } = await client.get(`/v1/jobs/${jobId}`);
    if (status === 'completed') return;
    onProgress(progress);
    if (status === 'failed')
      throw new DemoError(`Learning failed: ${error?.message ?? 'no reason given'} (job ${jobId})`);
    if (Date.now() > giveUpAt)
      throw new DemoError(`Job ${jobId} is not done after ten minutes; GET /v1/jobs/${jobId} tells how far it is.`);
    await sleep(POLL_EVERY_MS);
  }
}

/** How many events, memories and artifacts the service holds of these agents. */
export async function countHoldings(client, agentIds) {
  const totals = { events: 0, memories: 0, artifacts: 0 };
  for (const agentId of agentIds) {
    const one = { agentId, limit: '1' };
    totals.events += (await client.get('/v1/events', one)).pagination.total;
    totals.memories += (await client.get('/v1/memories', one)).pagination.total;
    totals.artifacts += (await client.get('/v1/artifacts', one)).total;
  }
  return totals;
}
