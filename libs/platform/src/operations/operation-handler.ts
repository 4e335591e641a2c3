import type { Operation, OperationRequest, RequestOf } from '@strata/contracts/operation';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import { requireCredential } from './require-credential.ts';

/** A request to any operation, already parsed by the operation's own schemas. */
export type AnyRequest = OperationRequest<unknown, unknown, unknown>;

/** A request of an anonymous client. `ip` is the address that the trusted proxies report. */
export interface AnonymousContext {
  readonly requestId: string;
  /** At most 64 characters. */
  readonly ip: string;
}

/** An operation, and the function that serves it. Public operations get an `AnonymousContext`. */
export interface OperationHandler<Context = RequestContext> {
  readonly operation: Operation;
  readonly handle: (request: AnyRequest, context: Context) => Promise<unknown>;
}

/** Surrounds the handlers of one kind of operation: authorization before them, the audit of denials after them. */
export interface Guard<Params, Grant extends object> {
  /** Whether `authorize` checks the permission that an operation states. Only such a guard serves operations with one. */
  readonly checksPermission?: boolean;
  /**
   * Decides whether the caller may go on. Its result is added to the handler's context.
   * Errors: `forbidden`, `not_found`, `unavailable`.
   */
  readonly authorize: (operation: Operation, params: Params, context: RequestContext) => Promise<Grant>;
  /**
   * Records a `not_found` of `authorize`: the caller named something that does not exist for it. The caller gets the error only
   * after that. Errors: `unavailable`.
   */
  readonly recordAttempt?: (
    operation: Operation,
    params: Params,
    denial: AppError,
    context: RequestContext,
  ) => Promise<void>;
  /**
   * Writes a `forbidden` into the audit log; the caller gets the error only after that. Left out where authorization
   * and use case record their own denials. Errors: `unavailable`.
   */
  readonly recordDenial?: (
    operation: Operation,
    params: Params,
    denial: AppError,
    context: RequestContext,
  ) => Promise<void>;
}

/**
 * Builds handlers for operations of authenticated callers, all behind one guard. Throws when an operation states a permission
 * and the guard does not check it, or the other way round.
 */
export const handlersBehind =
  <Params, Grant extends object>({ checksPermission = false, recordDenial, ...guard }: Guard<Params, Grant>) =>
  <ParamsSchema extends z.ZodType<Params>, Query extends z.ZodType, Body extends z.ZodType, Response extends z.ZodType>(
    operation: Operation<ParamsSchema, Query, Body, Response>,
    handler: (
      request: RequestOf<ParamsSchema, Query, Body>,
      context: RequestContext & Grant,
    ) => Promise<z.input<Response>>,
  ): OperationHandler => {
    if (checksPermission !== (operation.permission !== null))
      throw new Error(
        `${operation.name} ${checksPermission ? 'states no permission' : 'states a permission that nothing checks'}`,
      );
    return {
      operation,
      handle: async (anyRequest, context) => {
        const request = anyRequest as RequestOf<ParamsSchema, Query, Body>;
        try {
          requireCredential(operation, context.actor);
          const grant = await authorizeOrRecord(guard, operation, request.params, context);
          return await handler(request, { ...context, ...grant });
        } catch (error) {
          if (recordDenial !== undefined && error instanceof AppError && error.code === 'forbidden')
            await recordDenial(operation, request.params, error, context);
          throw error;
        }
      },
    };
  };

async function authorizeOrRecord<Params, Grant extends object>(
  { authorize, recordAttempt }: Pick<Guard<Params, Grant>, 'authorize' | 'recordAttempt'>,
  operation: Operation,
  params: Params,
  context: RequestContext,
): Promise<Grant> {
  try {
    return await authorize(operation, params, context);
  } catch (error) {
    if (recordAttempt !== undefined && error instanceof AppError && error.code === 'not_found')
      await recordAttempt(operation, params, error, context);
    throw error;
  }
}

/** Builds handlers for operations whose credential and scope are all the authorization they need. */
export const handleOperation = handlersBehind<unknown, object>({ authorize: () => Promise.resolve({}) });

/** The same, with their denials in the audit log. */
export const handlersWithDenials = (recordDenial: NonNullable<Guard<unknown, object>['recordDenial']>) =>
  handlersBehind<unknown, object>({ authorize: () => Promise.resolve({}), recordDenial });

/** The same for operations that respond with lines: the handler returns them as a stream of text. */
export const lineHandlersWithDenials = (recordDenial: NonNullable<Guard<unknown, object>['recordDenial']>) => {
  const guarded = handlersWithDenials(recordDenial);
  return <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
    operation: Operation<Params, Query, Body>,
    handler: (request: RequestOf<Params, Query, Body>, context: RequestContext) => Promise<AsyncIterable<string>>,
  ): OperationHandler => guarded(operation, handler);
};

/** A handler of a public operation. */
export const handlePublic = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Response>,
  handler: (request: RequestOf<Params, Query, Body>, context: AnonymousContext) => Promise<z.input<Response>>,
): OperationHandler<AnonymousContext> => ({
  operation,
  handle: (request, context) => handler(request as RequestOf<Params, Query, Body>, context),
});
