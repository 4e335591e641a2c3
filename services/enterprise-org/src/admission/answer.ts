import type { Operation, RequestOf } from '@strata/contracts/operation';
import type { Permission } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';

/** As it comes over the bus, parsed by the operation's own schemas. */
interface AnyRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body?: unknown;
}

/** How an operation is answered, its caller let in or refused first. */
export interface Answer {
  readonly operation: Operation;
  readonly answer: (request: AnyRequest, context: RequestContext) => Promise<unknown>;
}

/** Errors: `not_found`, `forbidden`, `unavailable`. */
export type Admit<Admitted> = (orgId: string, permission: Permission, context: RequestContext) => Promise<Admitted>;

/** An answer to every signed-in user of the tenant. @throws Error for an operation that needs a permission. */
export function answeringUsers<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Response>,
  answer: (request: RequestOf<Params, Query, Body>, context: RequestContext) => Promise<z.input<Response>>,
): Answer {
  if (operation.permission !== null) throw new Error(`${operation.name} must be answered to members alone`);
  return {
    operation,
    answer: async (request, context) => {
      requireUser(context);
      return answer(request as RequestOf<Params, Query, Body>, context);
    },
  };
}

/**
 * Answers to members of the organization in the path whose role has the permission that the operation states. Nothing
 * of an organization is served in another way. @throws Error for an operation that states none.
 */
export const answeringMembers =
  <Admitted>(admit: Admit<Admitted>) =>
  <
    Params extends z.ZodType<{ orgId: string }>,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Response extends z.ZodType,
  >(
    operation: Operation<Params, Query, Body, Response>,
    answer: (
      request: RequestOf<Params, Query, Body>,
      context: RequestContext,
      admitted: Admitted,
    ) => Promise<z.input<Response>>,
  ): Answer => {
    const { permission } = operation;
    if (permission === null) throw new Error(`${operation.name} states no permission`);
    return {
      operation,
      answer: async (anyRequest, context) => {
        requireUser(context);
        const request = anyRequest as RequestOf<Params, Query, Body>;
        return answer(request, context, await admit(request.params.orgId, permission, context));
      },
    };
  };

/**
 * Checks, before anything is served, that a service's every operation has an answer.
 * @throws Error naming the operation.
 */
export function checkAnswers(operations: readonly Operation[], answers: readonly Answer[]): void {
  const answered = new Set(answers.map(({ operation }) => operation.name));
  const missing = operations.find(({ service, name }) => service === 'enterprise-org' && !answered.has(name));
  if (missing !== undefined) throw new Error(`The operation ${missing.name} has no answer`);
}

function requireUser({ actor }: RequestContext): void {
  if (actor.type !== 'user') throw new AppError('forbidden', 'This needs a signed-in user');
}
