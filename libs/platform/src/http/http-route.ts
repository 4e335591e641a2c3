import type { IncomingHttpHeaders } from 'node:http';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ReadJsonOptions {
  /** Maximum bytes of the body (default the app's `maxBodyBytes`). */
  readonly maxBytes?: number;
  /** An absent body is `undefined` instead of an error (default false). */
  readonly optional?: boolean;
}

/** One request as a route sees it. The body is read on demand, after the caller has been authorized. */
export interface Exchange {
  readonly method: string;
  /** The path without its query string. */
  readonly path: string;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters; a repeated one is an array of its values. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Without `authorization` when that was sent more than once. */
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** W3C Trace Context of the caller, when it sent a well-formed one. */
  readonly traceparent: string | undefined;
  /** The client's IP address, according to `trustProxy`. */
  readonly ip: string;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /** Puts the tenant into the envelope and the log line. */
  readonly setTenant: (tenantId: string) => void;
  /** Whether the client accepts this content encoding, such as `gzip`. */
  readonly accepts: (encoding: string) => boolean;
  /** Sets a header of the response, also of an error. */
  readonly setHeader: (name: string, value: string) => void;
  /** Reads and parses the body, once. Errors: `payload_too_large`; `unsupported_media_type`; `validation_error` on `body`. */
  readonly readJson: (options?: ReadJsonOptions) => Promise<unknown>;
  /** Reads the body as it was sent, once; empty if there is none. Errors: `payload_too_large`; `validation_error` on `body`. */
  readonly readBytes: (options: { readonly maxBytes: number }) => Promise<Buffer>;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

interface ResponseBase {
  /** Default 200. */
  readonly status?: number;
  /** A header with several values is sent once for each. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Data in the envelope. With an `error` beside it, `ok` is false. */
export interface EnvelopeResponse extends ResponseBase {
  readonly data: unknown;
  readonly error?: ErrorBody;
}

/** JSON without the envelope. */
export interface JsonResponse extends ResponseBase {
  readonly json: unknown;
}

/** A body that is ready to send. Bytes may be compressed: `headers` then has their `Content-Encoding`. */
export interface TextResponse extends ResponseBase {
  readonly text: string | Uint8Array;
  readonly contentType: string;
}

/** A body that is produced while it is sent, as fast as the client takes it. An error of the stream cuts the response off. */
export interface StreamResponse extends ResponseBase {
  readonly stream: AsyncIterable<string>;
  readonly contentType: string;
}

export type HttpResponse = EnvelopeResponse | JsonResponse | TextResponse | StreamResponse;

export interface HttpRoute {
  readonly method: HttpMethod;
  /** Such as `/v1/jobs/:id`, a parameter being a whole segment; also the `route` of metrics and logs. */
  readonly path: string;
  /** The status of `validation_error` here (default 400). */
  readonly validationStatus?: number;
  /** Does not log successful requests, and has no spans (probes and scrapes). */
  readonly quiet?: boolean;
  /**
   * Has no spans. For a route that receives traces: if they are this service's own, a span for them
   * would make the next ones, for ever.
   */
  readonly untraced?: boolean;
  /** Renders an error in a form other than the envelope; undefined for the envelope. */
  readonly renderError?: (
    error: ErrorBody,
    requestHeaders: IncomingHttpHeaders,
  ) => Pick<TextResponse, 'text' | 'contentType'> | undefined;
  readonly handle: (exchange: Exchange) => HttpResponse | Promise<HttpResponse>;
}
