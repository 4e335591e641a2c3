import type { redeemInvitation } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';
import type { z } from 'zod';

/** Has an invitation redeemed where its organization is. Errors: as the call says; `unavailable`. */
export type RedeemInvitation = (
  claim: z.input<typeof redeemInvitation.request>,
  context: Partial<RequestContext>,
) => Promise<z.output<typeof redeemInvitation.response>>;

/** The same, with errors that name the field of the request that carried the token. */
export const redeemingFrom =
  (field: string, redeem: RedeemInvitation): RedeemInvitation =>
  async (claim, context) => {
    try {
      return await redeem(claim, context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation_error') throw invalidInvitation(field);
      throw error;
    }
  };

/** One and the same, whatever is wrong with the invitation. */
export const invalidInvitation = (field: string): AppError =>
  validationError(`${field} is not a valid invitation`, [{ field, message: 'is not a valid invitation' }]);
