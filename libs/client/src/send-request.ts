import type { Settings } from './config.ts';
import { StrataError, type StrataErrorCode, type StrataErrorDetail } from './errors.ts';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, with its retries. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** An id of your own for the service's logs. */
  readonly requestId?: string | undefined;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

/** The part of an answer that says what failed. */
interface Failure {
  readonly error?: {
    readonly code?: StrataErrorCode;
    readonly message?: string;
    readonly details?: StrataErrorDetail[];
  };
  readonly meta?: { readonly requestId?: string };
}

type SendSettings = Pick<Settings, 'apiKey' | 'fetch' | 'timeoutMs'>;

/** One attempt: the JSON of the response. The time limit covers all of it. Any failure is a `StrataError`. */
export const requestJson = (settings: SendSettings, request: HttpRequest, options: CallOptions): Promise<unknown> =>
  limited(settings, options, async (signal) => readJson(await open(settings, request, options, signal)));

/** One attempt: a response whose body the caller reads. The time limit ends where the body begins. */
export const requestStream = (settings: SendSettings, request: HttpRequest, options: CallOptions): Promise<Response> =>
  limited(settings, options, (signal) => open(settings, request, options, signal));

/** Does work within the time limit and under the caller's signal, and turns what it throws into a `StrataError`. */
async function limited<Result>(
  settings: SendSettings,
  options: CallOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs ?? settings.timeoutMs);
  try {
    return await work(options.signal === undefined ? limit.signal : AbortSignal.any([options.signal, limit.signal]));
  } catch (error) {
    if (error instanceof StrataError) throw error;
    if (options.signal?.aborted === true) throw new StrataError('aborted', 'The call was aborted', { cause: error });
    if (limit.signal.aborted) throw new StrataError('timed_out', 'Strata did not respond in time', { cause: error });
    throw new StrataError('connection_failed', 'Strata could not be reached, or the connection broke', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function open(
  { apiKey, fetch }: SendSettings,
  { method, url, body }: HttpRequest,
  { requestId }: CallOptions,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json, application/x-ndjson',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    ...(body === undefined ? {} : { body }),
    // A redirect could carry the key to another host. Not all runtimes have `error`.
    redirect: 'manual',
    signal,
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unexpected(response);
  }
}

async function readFailure(response: Response): Promise<StrataError> {
  const { error, meta } = failureIn(await response.text());
  if (error?.code === undefined) return unexpected(response);
  return new StrataError(error.code, error.message ?? error.code, {
    status: response.status,
    details: error.details,
    requestId: meta?.requestId,
    retryAfterSeconds: retryAfter(response),
  });
}

/** Empty if the text is not an answer of Strata's, such as a proxy's page. */
function failureIn(text: string): Failure {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

const unexpected = (response: Response): StrataError =>
  new StrataError('unexpected_response', `The response (${response.status}) is not one of Strata's`, {
    status: response.status,
    retryAfterSeconds: retryAfter(response),
  });

/** Strata sends seconds; a proxy may send a date. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/u.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
