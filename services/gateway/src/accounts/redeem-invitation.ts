import type { redeemInvitation } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';
import type { z } from 'zod';

/** Redeems an invitation in the service that keeps its organization. Errors: those of the call; `unavailable`. */
export type RedeemInvitation = (
  claim: z.input<typeof redeemInvitation.request>,
  context: Partial<RequestContext>,
) => Promise<z.output<typeof redeemInvitation.response>>;

/** Redeems an invitation; errors name the request field that carried the token. */
export const redeemingFrom = (field: string, redeem: RedeemInvitation): RedeemInvitation =>
  async function redeemInvitation(claim, context) {
    try {
      return await redeem(claim, context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation_error') throw invalidInvitation(field);
      throw error;
    }
  };

/** The same error for every fault, so that it does not show whether the token belongs to another user's invitation. */
export const invalidInvitation = (field: string): AppError =>
  validationError(`${field} is not a valid invitation`, [{ field, message: 'is not a valid invitation' }]);
