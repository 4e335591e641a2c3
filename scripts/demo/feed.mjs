import { setTimeout as sleep } from 'node:timers/promises';
import { DemoError } from './demo-error.mjs';

/** The service accepts up to 1,000 events per request; smaller batches show progress. */
const EVENTS_PER_REQUEST = 250;
const POLL_EVERY_MS = 250;
const LEARN_TIMEOUT_MS = 10 * 60_000;

/**
 * Captures all events in batches. Each event has an idempotency key, so that a repeated run stores nothing twice.
 * @param {(sent: number, total: number) => void} onProgress
 */
export async function captureAll(client, events, onProgress) {
  for (let from = 0; from < events.length; from += EVENTS_PER_REQUEST) {
    const batch = events.slice(from, from + EVENTS_PER_REQUEST);
    const { errors, errorDetails } = await client.post('/v1/capture/batch', { events: batch });
    if (errors > 0) throw new DemoError(rejectionMessage(batch, errors, errorDetails));
    onProgress(from + batch.length, events.length);
  }
}

function rejectionMessage(batch, errors, [first]) {
  const which = batch[first?.index]?.idempotencyKey ?? 'one of them';
  const hint =
    first?.code === 'conflict'
      ? '\nThe service stores other sessions under these keys, most likely from another version of the demo. Use a new tenant or DATA_DIR.'
      : '';
  return `The service rejected ${errors} of ${batch.length} events; ${which}: ${first?.message ?? 'no reason given'}${hint}`;
}

/**
 * Starts a learn run for one agent's events, waits until it is done, and returns the job.
 * @param {(progress: {stage: string, processed: number, total: number | null}) => void} onProgress
 */
export async function learn(client, agentId, onProgress) {
  const { jobId } = await client.post('/v1/learn', { agentId });
  const giveUpAt = Date.now() + LEARN_TIMEOUT_MS;
  for (;;) {
    const job = await client.get(`/v1/jobs/${jobId}`);
    const { status, progress, error } = job;
    if (status === 'completed') return job;
    onProgress(progress);
    if (status === 'failed')
      throw new DemoError(`Learning failed: ${error?.message ?? 'no reason given'} (job ${jobId})`);
    if (Date.now() > giveUpAt)
      throw new DemoError(`Job ${jobId} is not done after ten minutes; see its progress with GET /v1/jobs/${jobId}.`);
    await sleep(POLL_EVERY_MS);
  }
}

/** Counts the events, memories and artifacts of these agents. */
export async function countStored(client, agentIds) {
  const totals = { events: 0, memories: 0, artifacts: 0 };
  for (const agentId of agentIds) {
    const query = { agentId, limit: '1' };
    totals.events += (await client.get('/v1/events', query)).pagination.total;
    totals.memories += (await client.get('/v1/memories', query)).pagination.total;
    totals.artifacts += (await client.get('/v1/artifacts', query)).total;
  }
  return totals;
}
