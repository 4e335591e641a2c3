import Negotiator from 'negotiator';
import { validateHeaderName, validateHeaderValue, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Exchange, ReadJsonOptions } from './http-route.ts';
import { headersWithOneCredential } from './repeated-headers.ts';
import { readBytes } from './read-bytes.ts';
import { readJsonBody } from './read-json-body.ts';
import type { RequestRecord } from './request-record.ts';
import { targetOf } from './request-target.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** What is the same for every request of an application. */
export interface ExchangeSettings {
  /** The limits of a body, unless the route sets its own. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly proxies: TrustedProxies;
}

/** Wraps Node's request and response for a route, and parses of the request only what the route reads. */
export class HttpExchange implements Exchange {
  readonly method: string;
  readonly params: Exchange['params'];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #record: RequestRecord;
  readonly #settings: ExchangeSettings;
  #query: Exchange['query'] | undefined;
  #headers: Exchange['headers'] | undefined;
  #ip: string | undefined;
  #signal: AbortSignal | undefined;

  constructor(response: ServerResponse, record: RequestRecord, params: Exchange['params'], settings: ExchangeSettings) {
    this.#request = response.req;
    this.#response = response;
    this.#record = record;
    this.#settings = settings;
    this.method = response.req.method ?? '';
    this.params = params;
  }

  get path(): string {
    return targetOf(this.#request).path;
  }

  get query(): Exchange['query'] {
    return (this.#query ??= parse(targetOf(this.#request).query));
  }

  get headers(): Exchange['headers'] {
    return (this.#headers ??= headersWithOneCredential(this.#request));
  }

  get requestId(): string {
    return this.#record.requestId;
  }

  get traceparent(): string | undefined {
    return this.#record.traceparent;
  }

  get ip(): string {
    return (this.#ip ??= this.#settings.proxies.addressOf(this.#request));
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortedWhenGone(this.#response));
  }

  readonly setTenant = (tenantId: string): void => {
    this.#record.tenantId = tenantId;
  };

  readonly accepts = (encoding: string): boolean => new Negotiator(this.#request).encodings([encoding]).length > 0;

  readonly setHeader = (name: string, value: string): void => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    this.#record.headers.set(name, value);
  };

  readonly readJson = ({
    maxBytes = this.#settings.maxBytes,
    optional = false,
  }: ReadJsonOptions = {}): Promise<unknown> =>
    readJsonBody(this.#request, { maxBytes, timeoutMs: this.#settings.timeoutMs, optional });

  readonly readBytes = ({ maxBytes }: { readonly maxBytes: number }): Promise<Buffer> =>
    readBytes(this.#request, { maxBytes, timeoutMs: this.#settings.timeoutMs });
}

function abortedWhenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return controller.signal;
}
