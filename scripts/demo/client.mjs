import { setTimeout as sleep } from 'node:timers/promises';
import { DemoError } from './demo-error.mjs';

const REQUEST_TIMEOUT_MS = 60_000;
const MAX_RATE_LIMIT_WAITS = 5;

/**
 * A client of one Strata service.
 * @param {{base: string, key: string | undefined}} target
 */
export function createClient({ base, key }) {
  /** Sends one request and returns `data` of the envelope. Throws a {@link DemoError} if it fails. */
  async function request(method, path, body) {
    for (let waits = 0; ; waits++) {
      const { status, headers, envelope } = await exchange(base, key, method, path, body);
      if (status === 429 && waits < MAX_RATE_LIMIT_WAITS) {
        await sleep(Math.max(1, Number(headers.get('retry-after')) || 1) * 1000);
        continue;
      }
      if (envelope.ok) return envelope.data;
      throw new DemoError(explain(method, path, status, envelope.error));
    }
  }

  return {
    base,
    get: (path, query = {}) => request('GET', `${path}${queryString(query)}`),
    post: (path, body) => request('POST', path, body),
    /** Throws a {@link DemoError} if no Strata service responds. Its health does not matter. */
    async ping() {
      await exchange(base, undefined, 'GET', '/v1/health');
    },
  };
}

function queryString(query) {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

async function exchange(base, key, method, path, body) {
  const { response, text } = await send(base, key, method, path, body);
  const envelope = parseEnvelope(text);
  if (envelope === undefined) {
    throw new DemoError(
      `The server at ${base} is not Strata (${method} ${path} returned status ${response.status}). Pass the address of Strata with --base.`,
    );
  }
  return { status: response.status, headers: response.headers, envelope };
}

async function send(base, key, method, path, body) {
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (error.name === 'TimeoutError')
      throw new DemoError(`${base} did not respond to ${method} ${path} within ${REQUEST_TIMEOUT_MS / 1000} s.`);
    throw new DemoError(
      `No Strata service responds at ${base} (${error.cause?.code ?? error.message}).\n` +
        'Run "npm start" in another terminal first, wait until it is ready, then try again.',
    );
  }
}

function parseEnvelope(text) {
  try {
    const value = JSON.parse(text);
    return typeof value?.ok === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

function explain(method, path, status, error) {
  if (status === 401) return 'The service rejected the API key. Pass a valid one with --key.';
  const fields = (error?.details ?? []).map(({ field, message }) => `${field}: ${message}`).join('; ');
  return `${method} ${path} failed with ${status} ${error?.code ?? ''}: ${error?.message ?? 'no message'}${fields === '' ? '' : ` (${fields})`}`;
}
