import type { Scope } from '@strata/kernel/actor';
import type { ErrorCode } from '@strata/kernel/errors';
import { z } from 'zod';
import { defineCall, type CallContract, type ServiceName } from './message.ts';
import type { Permission } from './schemas/organization.ts';
import { noBody, noParams, noQuery } from './schemas/paging.ts';

/** The credential that an operation needs: `public` none; `api-key` an API key or a user's token; `jwt` a user's token. */
export type Credential = 'public' | 'api-key' | 'jwt';

interface OperationFacts {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the host root, with `{name}` for a path parameter. */
  readonly path: string;
  readonly credential: Credential;
  /** The key scope that a credential needs; null on public operations, and if a role's permission decides instead. */
  readonly scope: Scope | null;
  readonly service: ServiceName;
}

interface OperationDefaults {
  readonly successStatus: 200 | 201 | 202;
  /** The status of `validation_error`: 422 on capture, 400 elsewhere. */
  readonly invalidStatus: 400 | 422;
  readonly maxBodyBytes: number;
  /** Of `application/x-ndjson`, `response` describes one line, and the handler returns a stream of lines. */
  readonly mediaType: 'application/json' | 'application/x-ndjson';
  /**
   * `otlp` is OTLP/HTTP: the request is JSON or protobuf and may be compressed, and the response is in the same encoding and
   * without the envelope. `body` and `response` are the JSON form of both.
   */
  readonly protocol: 'strata' | 'otlp';
  /** The permission that the caller needs in the organization of the path; null outside organizations. */
  readonly permission: Permission | null;
  /** Errors specific to this operation; those that every operation can give are not repeated. */
  readonly errors: readonly ErrorCode[];
  /** The message of each of `errors`, for the OpenAPI document. */
  readonly errorMessages: Readonly<Partial<Record<ErrorCode, string>>>;
  /** What a 503 leaves open, for the OpenAPI document; empty if the request can be repeated as it is. */
  readonly whenUnavailable: string;
  /** What the summary does not say, in Markdown, for the OpenAPI document. */
  readonly description: string;
  /** The body's schema for the OpenAPI document, if the use case validates the body piece by piece itself. */
  readonly documentedBody: z.ZodType | null;
}

/** A request and its response, for the OpenAPI document. A test checks both against the schemas. */
export interface OperationExample<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** A few words about the example. */
  readonly summary: string;
  readonly params?: z.input<Params>;
  readonly query?: Partial<z.output<Query>>;
  readonly body?: z.input<Body>;
  readonly response: z.output<Response>;
}

/**
 * One operation of the public interface, defined once. The gateway's routes, the messages between gateway and service,
 * validation in and out, and the OpenAPI document all derive from it.
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
>
  extends OperationFacts, OperationDefaults {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** At least one; the first is the simplest. */
  readonly examples: readonly OperationExample<Params, Query, Body, Response>[];
}

/** A request to an operation, as the gateway forwards it to the service. */
export interface OperationRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** The parsed request of an operation with these schemas. */
export type RequestOf<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = OperationRequest<
  z.output<Params>,
  z.output<Query>,
  z.output<Body>
>;

/** The parsed request of one operation, such as `RequestTo<typeof updatePolicy>`. */
export type RequestTo<Op> =
  Op extends Operation<infer Params, infer Query, infer Body> ? RequestOf<Params, Query, Body> : never;

/** What narrows the list of one operation: its query without paging. Ports of lists take this type, so that none forgets a filter. */
export type FilterOf<Op> = Omit<RequestTo<Op>['query'], 'limit' | 'cursor' | 'offset'>;

/** The data that one operation answers with, before its response schema fills in defaults. */
export type ResponseTo<Op> = Op extends { readonly response: infer Response extends z.ZodType }
  ? z.input<Response>
  : never;

const SMALL_BODY_BYTES = 256 * 1024;

/** Defines an operation. Defaults: no parameters, no query, no body, status 200, bodies of at most 256 KiB. */
export function defineOperation<
  Response extends z.ZodType,
  Params extends z.ZodType = typeof noParams,
  Query extends z.ZodType = typeof noQuery,
  Body extends z.ZodType = typeof noBody,
>(
  definition: OperationFacts &
    Partial<OperationDefaults> & {
      params?: Params;
      query?: Query;
      body?: Body;
      response: Response;
      examples: readonly NoInfer<OperationExample<Params, Query, Body, Response>>[];
    },
): Operation<Params, Query, Body, Response> {
  return {
    successStatus: 200,
    invalidStatus: 400,
    maxBodyBytes: SMALL_BODY_BYTES,
    mediaType: 'application/json',
    protocol: 'strata',
    permission: null,
    errors: [],
    errorMessages: {},
    whenUnavailable: '',
    description: '',
    documentedBody: null,
    params: noParams as unknown as Params,
    query: noQuery as unknown as Query,
    body: noBody as unknown as Body,
    ...definition,
  };
}

/** Whether requests have a body. */
export const takesBody = ({ body }: Pick<Operation, 'body'>): boolean => body !== noBody;

/** Whether a request may leave the body out. */
export const isBodyOptional = ({ body }: Pick<Operation, 'body'>): boolean => body.safeParse(undefined).success;

/** The call by which the gateway forwards an operation to its service. */
export const operationCall = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Response>,
): CallContract<z.ZodObject<{ params: Params; query: Query; body: z.ZodOptional<Body> }>, Response> =>
  defineCall({
    service: operation.service,
    name: operation.name,
    request: z.object({ params: operation.params, query: operation.query, body: operation.body.optional() }) as never,
    response: operation.response,
  });
