import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventsOf, inGroups } from './workload/events.mjs';

const BATCH = 1000;
const POLL_MS = 20;

/**
 * Registers a tenant on a running system, and returns a client that acts for it.
 * @param {string} base
 */
export async function registerTenant(base) {
  const email = `bench-${randomBytes(6).toString('hex')}@example.com`;
  const credentials = { email, password: randomBytes(12).toString('hex') };
  const { token, tenant } = await request(base, 'POST', '/v1/auth/register', credentials);
  const jwt = { authorization: `Bearer ${token}` };
  const { key } = await request(
    base,
    'POST',
    '/v1/api-keys',
    { name: 'bench', scopes: ['read', 'write', 'admin'] },
    jwt,
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = (method, path, body) => request(base, method, path, body, headers);

  return {
    base,
    headers,
    credentials,
    tenantId: tenant.id,
    /** With the rights of the tenant's owner, such as creating organizations. */
    asOwner: (method, path, body) => request(base, method, path, body, jwt),
    usage: () => send('GET', '/v1/usage-metrics'),
    synthesize: (body) => send('POST', '/v1/synthesize', body),

    /**
     * Captures every event of a workload, in batches of 1,000.
     * @param {(captured: number) => void} [report]
     */
    async captureAll(workload, report) {
      let captured = 0;
      for (const events of inGroups(eventsOf(workload), BATCH)) {
        const { errors, errorDetails } = await send('POST', '/v1/capture/batch', { events });
        if (errors > 0) throw new Error(`${errors} events were rejected: ${errorDetails[0].message}`);
        report?.((captured += events.length));
      }
      await this.waitUntilStored(captured);
    },

    /** Waits until the tenant has this many stored events. After a 202 an event is durable, but perhaps not stored yet. */
    async waitUntilStored(count) {
      for (;;) {
        const stored = await this.usage().then(
          ({ totals }) => totals.events,
          (error) => {
            if (error.status !== 503) throw error;
            return 0;
          },
        );
        if (stored >= count) return;
        await delay(POLL_MS);
      }
    },

    /**
     * Starts a learn job and waits until it is completed.
     * @param {object} body
     * @param {(job: object) => void} [report] called with the job at every poll
     * @returns {Promise<{seconds: number, result: object, unavailable: number}>} from the request to the poll that found it
     *   completed; `unavailable` counts the polls that returned 503
     */
    async learn(body, report) {
      const startedAt = performance.now();
      const { jobId } = await send('POST', '/v1/learn', body);
      for (let unavailable = 0; ;) {
        const job = await send('GET', `/v1/jobs/${jobId}`).catch((error) => {
          if (error.status !== 503) throw error;
          unavailable++;
        });
        if (job !== undefined) report?.(job);
        if (job?.status === 'completed')
          return { seconds: (performance.now() - startedAt) / 1000, result: job.result, unavailable };
        if (job?.status === 'failed') throw new Error(`The learn job failed: ${job.error?.message}`);
        await delay(POLL_MS);
      }
    },
  };
}

async function request(base, method, path, body, headers = { 'content-type': 'application/json' }) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = await response.json();
  if (!envelope.ok) {
    const error = new Error(`${method} ${path} returned ${response.status}: ${envelope.error?.message}`);
    throw Object.assign(error, { status: response.status });
  }
  return envelope.data;
}
