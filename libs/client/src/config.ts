import { given } from './given.ts';

/** How to reach Strata, and whom requests are about if they do not say so themselves. */
export interface StrataOptions {
  /** Where the gateway is. Default: `STRATA_URL`, else http://localhost:8080. */
  readonly baseUrl?: string | undefined;
  /** An API key, or a user's token. Default: `STRATA_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** The agent of captured events and of questions. */
  readonly agentId?: string | undefined;
  /** The end user of captured events and of questions. */
  readonly userId?: string | undefined;
  /** The namespace of captured events and of questions. */
  readonly namespaceId?: string | undefined;
  /** The longest wait for one response. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again after a transient error. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Another `fetch`, for example with a proxy. */
  readonly fetch?: typeof fetch | undefined;
  readonly buffer?: BufferOptions | undefined;
}

/** How captured events wait for their delivery. */
export interface BufferOptions {
  /** The most events that wait. Default: 10,000. */
  readonly maxEvents?: number | undefined;
  /** The most bytes of JSON that wait. Default: 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** How long an event waits for others to be sent with it. Default: 50. */
  readonly lingerMs?: number | undefined;
  /** How long delivery of an event is tried. Default: 300,000. */
  readonly deliveryTimeoutMs?: number | undefined;
  /** How long `close`, and the end of a Node process, wait for what is not delivered yet. Default: 5,000. */
  readonly closeTimeoutMs?: number | undefined;
}

export interface Settings {
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  readonly scope: Readonly<Partial<Record<'agentId' | 'userId' | 'namespaceId', string>>>;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly buffer: { readonly [Key in keyof BufferOptions]-?: number };
}

const DEFAULT_URL = 'http://localhost:8080';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const MEBIBYTE = 1024 * 1024;

/** The settings of one client. Throws a `TypeError` that names what is wrong. */
export function readSettings(options: StrataOptions): Settings {
  const { agentId, userId, namespaceId, buffer = {} } = options;
  return {
    baseUrl: readUrl(options.baseUrl ?? environment('STRATA_URL') ?? DEFAULT_URL),
    apiKey: checkedKey(options.apiKey ?? environment('STRATA_API_KEY')),
    scope: given({ agentId, userId, namespaceId }),
    timeoutMs: atLeast(1, 'timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? DEFAULT_RETRIES),
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    buffer: {
      maxEvents: atLeast(1, 'buffer.maxEvents', buffer.maxEvents ?? 10_000),
      maxBytes: atLeast(1, 'buffer.maxBytes', buffer.maxBytes ?? 32 * MEBIBYTE),
      lingerMs: atLeast(0, 'buffer.lingerMs', buffer.lingerMs ?? 50),
      deliveryTimeoutMs: atLeast(1, 'buffer.deliveryTimeoutMs', buffer.deliveryTimeoutMs ?? 300_000),
      closeTimeoutMs: atLeast(0, 'buffer.closeTimeoutMs', buffer.closeTimeoutMs ?? 5_000),
    },
  };
}

/** A key that no header can carry would fail with a message that repeats it. */
function checkedKey(apiKey: string | undefined): string | undefined {
  if (apiKey !== undefined && !/^[!-~]+$/u.test(apiKey))
    throw new TypeError('apiKey must be printable ASCII without spaces');
  return apiKey;
}

/** The message never repeats the URL: it may hold a password. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    throw new TypeError('baseUrl must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must have no user and password');
  return url;
}

function atLeast(minimum: number, name: string, value: number): number {
  if (!Number.isFinite(value) || value < minimum)
    throw new TypeError(`${name} must be a number of at least ${minimum}`);
  return value;
}

/** A variable of the process, where there is one: browsers have none. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[name];
  return value === '' ? undefined : value;
}
