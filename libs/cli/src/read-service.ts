import { StrataError } from '@strata/client/errors';
import type { Data } from '@strata/client/operation-types';
import { Strata } from '@strata/client/strata';
import type { Connection } from './config.ts';

export type Health = Data<'getHealth'>;

/** What a service says of itself to everybody. */
export interface ServiceFacts {
  readonly health: Health;
  /** How far this machine's clock is ahead of the service's, in milliseconds; undefined if the service does not say its time. */
  readonly skewMs: number | undefined;
}

/** Whoever waits for a diagnosis does not wait longer than this for one response. */
const TIMEOUT_MS = 10_000;

/** Reads the health of a service, also of one that is unhealthy. Rejects with a `StrataError` if none of Strata's responds. */
export async function readService(url: string): Promise<ServiceFacts> {
  const { call, seen } = observed({ url, apiKey: undefined });
  try {
    await call.getHealth();
  } catch (error) {
    // An unhealthy service responds with a failure that has the same record.
    if (!isHealth(seen.data)) throw error;
  }
  const skew = seen.receivedAt - Date.parse(seen.date);
  return { health: seen.data as Health, skewMs: Number.isNaN(skew) ? undefined : skew };
}

/** Reads the usage, and the tenant that the key belongs to. Rejects with a `StrataError`. */
export async function readAccount(
  connection: Pick<Connection, 'url' | 'apiKey'>,
): Promise<{ readonly tenantId: string | undefined; readonly metrics: Data<'getUsageMetrics'> }> {
  const { call, seen } = observed(connection);
  const metrics = await call.getUsageMetrics();
  return { metrics, tenantId: seen.tenantId };
}

/** Why a service cannot be reached; undefined if it responds, with whatever. */
export async function findUnreachable(url: string): Promise<StrataError | undefined> {
  try {
    await readService(url);
  } catch (error) {
    if (error instanceof StrataError && ['connection_failed', 'timed_out'].includes(error.code)) return error;
  }
  return undefined;
}

interface Seen {
  data: unknown;
  tenantId: string | undefined;
  date: string;
  receivedAt: number;
}

/** The operations, once each, and what stands around their data in the last response. */
function observed({ url, apiKey }: Pick<Connection, 'url' | 'apiKey'>): { call: Strata['api']; seen: Seen } {
  const seen: Seen = { data: undefined, tenantId: undefined, date: '', receivedAt: 0 };
  const observe: typeof fetch = async (target, init) => {
    const headers = new Headers(init?.headers);
    if (apiKey === undefined) headers.delete('authorization');
    const response = await fetch(target, { ...init, headers });
    seen.receivedAt = Date.now();
    seen.date = response.headers.get('date') ?? '';
    const text = await response.text();
    const { data, meta } = envelopeIn(text);
    seen.data = data;
    seen.tenantId = typeof meta?.tenantId === 'string' ? meta.tenantId : undefined;
    return new Response(text, { status: response.status, headers: response.headers });
  };
  // Without any key, the client would take that of the environment.
  const options = { baseUrl: url, apiKey: apiKey ?? 'none', fetch: observe, maxRetries: 0, timeoutMs: TIMEOUT_MS };
  return { call: new Strata(options).api, seen };
}

function envelopeIn(text: string): { data?: unknown; meta?: { tenantId?: unknown } } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isHealth = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'subsystems' in data && 'version' in data;
