import type { Operation, OperationRequest, RequestOf } from '@strata/contracts/operation';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

type AnyRequest = OperationRequest<unknown, unknown, unknown>;

/** What is known of somebody who has shown no credential. `ip` is as the trusted proxies have it, at most 64 characters. */
export interface Visitor {
  readonly ip: string;
  readonly requestId: string;
}

/** How the gateway itself answers an operation, its request already parsed and its caller let in. */
export type OwnAnswer =
  | {
      readonly operation: Operation;
      readonly isPublic: true;
      readonly answer: (request: AnyRequest, visitor: Visitor) => Promise<unknown>;
    }
  | {
      readonly operation: Operation;
      readonly isPublic: false;
      /** Whether the audit log knows of what it refuses when it throws. */
      readonly tellsRefusals: boolean;
      readonly answer: (request: AnyRequest, context: RequestContext) => Promise<unknown>;
    };

/** An answer to a caller who is known; `tellsRefusals` if it tells the audit log itself of what it refuses. */
export const answering = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Response>,
  answer: (request: RequestOf<Params, Query, Body>, context: RequestContext) => Promise<z.input<Response>>,
  { tellsRefusals = false }: { readonly tellsRefusals?: boolean } = {},
): OwnAnswer => ({
  operation,
  isPublic: false,
  tellsRefusals,
  answer: (request, context) => answer(request as RequestOf<Params, Query, Body>, context),
});

/** An answer to anyone. */
export const answeringAnyone = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Response>,
  answer: (request: RequestOf<Params, Query, Body>, visitor: Visitor) => Promise<z.input<Response>>,
): OwnAnswer => ({
  operation,
  isPublic: true,
  answer: (request, visitor) => answer(request as RequestOf<Params, Query, Body>, visitor),
});
