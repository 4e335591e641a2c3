import type { Scope } from '@strata/kernel/actor';
import type { ErrorCode } from '@strata/kernel/errors';
import { z } from 'zod';
import { defineCall, type CallContract, type ServiceName } from './message.ts';
import type { Permission } from './schemas/organization.ts';
import { noBody, noParams, noQuery } from './schemas/paging.ts';

/** Who may call: anyone; an API key or a user's token; a user's token alone. */
export type Credential = 'public' | 'api-key' | 'jwt';

interface OperationFacts {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the host root, with `{name}` for a path parameter. */
  readonly path: string;
  readonly credential: Credential;
  /** The scope that a credential needs; null on public operations, and where a role's permission decides instead. */
  readonly scope: Scope | null;
  readonly service: ServiceName;
}

interface OperationDefaults {
  readonly successStatus: 200 | 201 | 202;
  /** The status of `validation_error`: 422 on capture, 400 elsewhere (decisions, "Conflicts"). */
  readonly invalidStatus: 400 | 422;
  readonly maxBodyBytes: number;
  /** The permission that the caller's role in the organization of the path needs; null outside organizations. */
  readonly permission: Permission | null;
  /** Errors that are this operation's own; those that every operation can give are not repeated. */
  readonly errors: readonly ErrorCode[];
  /** What each of `errors` says, for the interface document. */
  readonly errorMessages: Readonly<Partial<Record<ErrorCode, string>>>;
  /** What the summary leaves open, in Markdown: for the interface document. */
  readonly description: string;
  /** Where the use case checks a body piece by piece: what it takes as a whole, for the interface document. */
  readonly documentedBody: z.ZodType | null;
}

/** An answer, and what was sent for it, as the interface document shows them; a test holds both to the schemas. */
export interface OperationExample<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** What it shows, in a few words. */
  readonly summary: string;
  readonly params?: z.input<Params>;
  readonly query?: Partial<z.output<Query>>;
  readonly body?: z.input<Body>;
  readonly response: z.output<Response>;
}

/**
 * One operation of the public interface, said once. The gateway's routes, the messages between gateway and service,
 * validation in and out and the interface document are all read from it.
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
  /** At least one; the first is the plain case. */
  readonly examples: readonly OperationExample<Params, Query, Body, Response>[];
}

/** What a service is asked when the gateway hands an operation on. */
export interface OperationRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A request to an operation with these schemas, parsed. */
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

/** An operation, with what most have in common filled in: no parameters, no query, no body, status 200, small bodies. */
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
    permission: null,
    errors: [],
    errorMessages: {},
    description: '',
    documentedBody: null,
    params: noParams as unknown as Params,
    query: noQuery as unknown as Query,
    body: noBody as unknown as Body,
    ...definition,
  };
}

/** Whether a body is sent with it. */
export const takesBody = ({ body }: Pick<Operation, 'body'>): boolean => body !== noBody;

/** Whether a request without any body is one all the same. */
export const isBodyOptional = ({ body }: Pick<Operation, 'body'>): boolean => body.safeParse(undefined).success;

/** The message by which the gateway has an operation answered by its service. */
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
