import type { Operation, RequestOf } from '@strata/contracts/operation';
import { auditActionOf, auditedResourceOf } from '@strata/contracts/operations/audit-actions';
import type { Permission } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { NoteRefusal, Refusal } from '../audit/note-refusal.ts';

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

type OrganizationParams = Readonly<Record<string, string>> & { readonly orgId: string };

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

/** How an operation within an organization is answered to its members. */
export type AnsweringMembers<Admitted> = <
  Params extends z.ZodType<OrganizationParams>,
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
) => Answer;

/**
 * Answers to members of the organization in the path whose role has the permission that the operation states. Nothing
 * of an organization is served in another way. Whoever is refused is so once the refusal is in the audit log.
 * @throws Error for an operation that states no permission.
 */
export const answeringMembers =
  <Admitted>(admit: Admit<Admitted>, noteRefusal: NoteRefusal): AnsweringMembers<Admitted> =>
  (operation, answer) => {
    const { permission } = operation;
    if (permission === null) throw new Error(`${operation.name} states no permission`);
    return {
      operation,
      answer: async (anyRequest, context) => {
        const request = anyRequest as Parameters<typeof answer>[0];
        const { orgId } = request.params;
        try {
          requireUser(context);
          return await answer(request, context, await admit(orgId, permission, context));
        } catch (error) {
          if (isRefusal(error)) await noteRefusal(orgId, refusalOf(operation, request.params, error), context);
          throw error;
        }
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

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'forbidden';

const refusalOf = (operation: Operation, params: OrganizationParams, { message }: AppError): Refusal => ({
  action: auditActionOf(operation),
  resourceId: auditedResourceOf(operation, params),
  reason: message,
});

function requireUser({ actor }: RequestContext): void {
  if (actor.type !== 'user') throw new AppError('forbidden', 'This needs a signed-in user');
}
