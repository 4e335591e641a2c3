import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { CallContract } from '@strata/contracts/message';
import type { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import { describeFailure } from './describe-failure.ts';
import { encodeError } from './error-codec.ts';
import { contractName, decodeMessage, encodeBody } from './message-codec.ts';

/** A response or an error, encoded for the way back. */
export interface Answer {
  readonly failed: boolean;
  readonly body: string;
}

/** Serves one call, from its encoded request to its encoded answer. Never rejects. */
export async function answerCall<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
  message: { readonly body: string; readonly context: unknown },
  logger: Pick<Logger, 'error'> | undefined,
): Promise<Answer> {
  try {
    const { payload, context } = decodeMessage(contract.request, contract, message);
    return { failed: false, body: encodeBody(await handler(payload, context)) };
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger?.error('A call failed', { contract: contractName(contract), ...describeFailure(error) });
    }
    return { failed: true, body: encodeError(error) };
  }
}
