import type { Settings } from './config.ts';
import { StrataError } from './errors.ts';
import type { OperationFacts } from './operation-facts.ts';
import { withRetries } from './retrying.ts';
import { requestJson, requestStream, type CallOptions, type HttpRequest } from './send-request.ts';

export type CallSettings = Pick<Settings, 'baseUrl' | 'apiKey' | 'fetch' | 'timeoutMs' | 'maxRetries'>;
export type Fields = Readonly<Record<string, unknown>>;

/** Calls an operation and resolves with `data` of its response. */
export async function callOperation(
  settings: CallSettings,
  facts: OperationFacts,
  input: Fields,
  options: CallOptions = {},
): Promise<unknown> {
  const request = requestTo(settings.baseUrl, facts, input);
  const envelope = await attempts(settings, facts, options, () => requestJson(settings, request, options));
  if (typeof envelope !== 'object' || envelope === null || !('data' in envelope) || !('meta' in envelope))
    throw new StrataError('unexpected_response', "The response is not one of Strata's");
  return envelope.data;
}

/** Calls an operation that responds with JSON Lines. Retries end where the response begins. */
export async function openStream(
  settings: CallSettings,
  facts: OperationFacts,
  input: Fields,
  options: CallOptions = {},
): Promise<Response> {
  const request = requestTo(settings.baseUrl, facts, input);
  return attempts(settings, facts, options, () => requestStream(settings, request, options));
}

function attempts<Result>(
  { maxRetries }: CallSettings,
  { isRepeatable }: OperationFacts,
  options: CallOptions,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return withRetries({ maxRetries: options.maxRetries ?? maxRetries, isRepeatable, signal: options.signal }, attempt);
}

/** Puts each field of the input where the operation takes it: into the path, the query or the body. */
function requestTo(baseUrl: URL, { method, path, params, query, hasBody }: OperationFacts, input: Fields): HttpRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const filled = params.reduce((text, name) => text.replace(`{${name}}`, pathPart(name, take(name))), path);
  const url = new URL(baseUrl.href.replace(/\/+$/u, '') + filled);
  for (const name of query) {
    const value = take(name);
    if (value !== undefined) url.searchParams.set(name, queryPart(name, value));
  }
  const [unknown] = rest.keys();
  if (!hasBody && unknown !== undefined) throw new TypeError(`${method} ${path} takes no ${unknown}`);
  return { method, url, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined };
}

function pathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a text that is not empty`);
  // A part of a path that is only dots would lead to another path.
  if (/^\.{1,2}$/u.test(value)) throw new TypeError(`${name} must not be "${value}"`);
  return encodeURIComponent(value);
}

function queryPart(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`${name} must be a text, a number, true or false`);
}
