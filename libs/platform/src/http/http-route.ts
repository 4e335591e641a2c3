import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request as a route sees it. The body is read on demand, after the caller was let in. */
export interface Exchange {
  readonly method: string;
  /** The path without its query string. */
  readonly path: string;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters; a repeated one is an array of its values. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** W3C Trace Context of the caller when it sent a well-formed one. */
  readonly traceparent: string | undefined;
  /** The caller's address; honours `trustProxy`. */
  readonly ip: string;
  /** Aborted when the caller is gone before its answer. */
  readonly signal: AbortSignal;
  readonly raw: IncomingMessage;
  /** Puts the tenant into the envelope and the log line. */
  setTenant(tenantId: string): void;
  /** Sets a header of the answer, whatever it turns out to be. */
  setHeader(name: string, value: string): void;
  /**
   * Reads and parses the body, once.
   * @throws AppError `payload_too_large`, `unsupported_media_type`, or `validation_error` naming `body`.
   */
  readJson(options?: { readonly maxBytes?: number; readonly optional?: boolean }): Promise<unknown>;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

interface AnswerBase {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a route answers: data or an error in the envelope, bare JSON, or text. */
export type HttpAnswer =
  | (AnswerBase & { readonly data: unknown; readonly error?: ErrorBody })
  | (AnswerBase & { readonly json: unknown })
  | (AnswerBase & { readonly text: string; readonly contentType: string });

export interface HttpRoute {
  readonly method: HttpMethod;
  /** An Express path such as `/v1/jobs/:id`; also the `route` of metrics and logs. */
  readonly path: string;
  /** The status of `validation_error` here (default 400). */
  readonly validationStatus?: number;
  /** Leaves the request out of the log (probes and scrapes). */
  readonly quiet?: boolean;
  readonly handle: (exchange: Exchange) => HttpAnswer | Promise<HttpAnswer>;
}
